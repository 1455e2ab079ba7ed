import type { Service } from '../../../../src/engine/remote/service.ts'

const body = Buffer.from('{"prompt":"a fox"}')
const id = '0b7c3a52-6f0e-4c39-9d6b-5a6f3f1f2a01'

export const operations = {
  submit: (service: Service) => service.submitGeneration(body),
  lookUp: (service: Service) => service.lookUpGeneration(id),
  status: (service: Service) => service.generationStatus('gen-1'),
  run: (service: Service) => service.runSkill('remove-bg', body),
  skillLookUp: (service: Service) => service.lookUpSkill('remove-bg', id),
  skillStatus: (service: Service) => service.skillStatus('remove-bg', id),
  upload: (service: Service) => service.uploadBytes(body, 'reference'),
}
export type Operation = keyof typeof operations
export const operationNames = Object.keys(operations) as Operation[]

/** What an answer that proves nothing is, by operation: to be asked again, and never a verdict. */
export const noVerdict: Record<Operation, string> = {
  submit: 'unknown',
  lookUp: 'unreachable',
  status: 'unreachable',
  run: 'unknown',
  skillLookUp: 'unreachable',
  skillStatus: 'unreachable',
  upload: 'later',
}
