import type { ImageWorkerErrorCode } from './errors.ts'
import type { FailureCode, Operation } from './messages.ts'

export type ImageCallFailure = Exclude<ImageWorkerErrorCode, FailureCode>

const happened: Record<ImageCallFailure, string> = {
  died: 'This file made the picture reader stop twice',
  timeout: 'Reading this file took too long and was stopped',
  memory: 'This file needs more memory than a picture may take',
  'given-up': 'This file has stopped the picture reader before and is not tried again',
  unavailable: 'The picture reader cannot be started on this computer',
  aborted: 'The work on this file was called off',
  closed: 'The picture reader was closed before this file was done',
}

const remedy: Record<ImageCallFailure, string> = {
  died: 'open it in your editor, export it anew as JPEG or PNG and add that',
  timeout: 'try once more when the computer is less busy, or export it smaller and add that',
  memory: 'export it smaller, as JPEG or PNG, and add that',
  'given-up': 'open it in your editor, export it anew as JPEG or PNG and add that',
  unavailable: 'restart Printroom, and install it again if that does not help',
  aborted: 'add it again if you want it after all',
  closed: 'add it again',
}

/** What happened, whether money was taken, what to do. A result that came home was paid already: nothing is said then. */
export function sentenceFor(code: ImageCallFailure, op: Operation): string {
  if (op === 'thumbnail' || op === 'detail' || op === 'examine' || op === 'export' || op === 'touchUp')
    return `${happened[code]}; the file itself is untouched.`
  return `${happened[code]}; nothing was sent or charged; ${remedy[code]}.`
}
