import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { request } from 'node:http'
import type { Announcement } from '../home.ts'

/**
 * Whoever asks and whoever answers show each other that they know the token, and neither says it: another program may
 * have the port by now. The port is in it, so that nobody passes on what the real one says at another.
 */
export const proofOf = (token: string, by: 'asks' | 'answers', nonce: string, port: number | string): string =>
  createHmac('sha256', token).update(`${by} ${nonce} ${port}`).digest('hex')

export const isProof = (shown: unknown, proof: string): boolean =>
  typeof shown === 'string' && shown.length === proof.length && timingSafeEqual(Buffer.from(shown), Buffer.from(proof))

/** The last part of the control address. */
const tokenIn = ({ control }: Announcement): string => control.slice(control.lastIndexOf('/') + 1)

/** Whether the practice service of this line answers at its address, and nobody else. */
export function answersAt(kept: Announcement): Promise<boolean> {
  const [token, nonce, { port }] = [tokenIn(kept), randomBytes(16).toString('hex'), new URL(kept.url)]
  const headers = { 'x-practice-nonce': nonce, 'x-practice-proof': proofOf(token, 'asks', nonce, port) }
  return new Promise((resolve) => {
    const call = request(`${kept.url}/__control/hold`, { method: 'HEAD', headers, agent: false }, (answer) => {
      answer.resume()
      resolve(isProof(answer.headers['x-practice-proof'], proofOf(token, 'answers', nonce, port)))
    })
    call.setTimeout(2000, () => call.destroy())
    call.on('error', () => resolve(false))
    call.end()
  })
}
