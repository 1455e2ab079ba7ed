import { refuseHttp } from '../http/answer.ts'
import { type Fields, isFields } from '../http/fields.ts'
import type { PracticeModel } from '../models/model.ts'

/** §4.1: `quality` belongs to IMG-A, `niji7Options` and `referenceType` to IMG-B; all three are ignored elsewhere. */
export function checkImageOptions(model: PracticeModel, body: Fields): void {
  if (model.role === 'IMG-A') oneOf('quality', body.quality, ['low', 'medium', 'high'])
  if (model.role !== 'IMG-B') return
  oneOf('referenceType', body.referenceType, ['content', 'style'])
  if (body.niji7Options !== undefined) checkNijiOptions(body.niji7Options)
}

function checkNijiOptions(options: unknown): void {
  if (!isFields(options)) throw refuseHttp(400, 'niji7Options must be an object')
  inRange('stylize', options.stylize, 1000)
  inRange('chaos', options.chaos, 100)
  inRange('iw', options.iw, 2)
  inRange('sw', options.sw, 1000)
  oneOf('niji7Options.quality', options.quality, ['1', '4'])
  if (options.raw !== undefined && typeof options.raw !== 'boolean') {
    throw refuseHttp(400, 'niji7Options.raw must be true or false')
  }
  if (options.sref !== undefined && typeof options.sref !== 'string') {
    throw refuseHttp(400, 'niji7Options.sref must be a string')
  }
}

function inRange(name: string, value: unknown, most: number): void {
  if (value === undefined) return
  if (typeof value !== 'number' || !(value >= 0 && value <= most)) {
    throw refuseHttp(400, `niji7Options.${name} must be a number from 0 to ${most}`)
  }
}

function oneOf(name: string, value: unknown, allowed: string[]): void {
  if (value === undefined) return
  if (typeof value !== 'string' || !allowed.includes(value)) {
    throw refuseHttp(400, `${name} must be one of ${allowed.join(', ')}`)
  }
}
