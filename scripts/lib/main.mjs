import { say } from './say.mjs'

/** Runs a script's body. What went wrong is said in words, without a stack that points into set-up code. */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? process.exitCode
  } catch (error) {
    say(process.env.PRINTROOM_DEBUG ? error.stack : error.message)
    process.exitCode = 1
  }
}
