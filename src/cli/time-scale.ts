import { isLoopback, practiceOrigin } from '../engine/remote/address.ts'

/** `PRINTROOM_TIME_SCALE` is heeded for loopback services only. */
export function timeScaleFor(service: string): number {
  const scale = Number(process.env.PRINTROOM_TIME_SCALE)
  const isHeeded = service === practiceOrigin || isLoopback(new URL(service))
  return isHeeded && Number.isFinite(scale) && scale >= 1 ? scale : 1
}
