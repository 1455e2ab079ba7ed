import { readFileSync } from 'node:fs'
import { balancesOf } from '../accounts/balances.ts'
import type { Practice } from '../context.ts'
import { isBase64 } from '../generation/references.ts'
import { jsonAnswer, refuseSkill } from '../http/answer.ts'
import { parseObject, readBody } from '../http/body.ts'
import type { Fields } from '../http/fields.ts'
import type { KnownCall } from '../http/router.ts'
import { mediaUrl, ownMedia } from '../media/media-address.ts'
import { addToday, countToday, secondsToMidnight } from '../state/daily-counts.ts'
import { fetchSource } from './fetch-source.ts'
import { prepareUpload, type UploadPurpose } from './prepare.ts'

const base64LimitBytes = 3 * 1024 * 1024
/** Base64 of 3 MiB, and room for the other fields; more can only be too large. */
const bodyLimitBytes = 5 * 1024 * 1024
const uploadsADay = 1000

/** `POST /api/skills/upload`, §4.8 */
export async function upload(call: KnownCall) {
  const { practice, caller } = call
  // §4.8: checked before the body is read.
  const { purchased, unlimited } = balancesOf(practice.db, caller.accountId)
  if (purchased <= 0 && !unlimited) {
    throw refuseSkill(402, 'preparing an image needs a positive purchased balance', { code: 'insufficient_credits' })
  }
  countUpload(practice, caller.accountId)
  const bytes = await readBody(call.request, bodyLimitBytes)
  if (bytes === 'too-large') throw refuseSkill(413, 'the image has more than 3 MiB')
  const body = parseObject(bytes, call.request.headers['content-type'], refuseSkill)
  const unknown = Object.keys(body).find((name) => !['sourceUrl', 'imageBase64', 'purpose'].includes(name))
  if (unknown !== undefined) throw refuseSkill(400, `unknown field: ${unknown}`)
  const purpose = purposeOf(body)
  const prepared = await prepareUpload(await sourceBytes(practice, body, purpose), purpose)
  const row = practice.media.keep(prepared.bytes, prepared)
  return jsonAnswer(200, {
    success: true,
    imageUrl: mediaUrl(practice, row),
    width: row.width,
    height: row.height,
    firstFrameOnly: prepared.firstFrameOnly,
  })
}

/** §8: upload requests count, whether or not they succeed. */
function countUpload(practice: Practice, accountId: string): void {
  const now = practice.clock.now()
  if (countToday(practice.db, accountId, 'upload', now) >= uploadsADay) {
    throw refuseSkill(429, `at most ${uploadsADay} uploads a day`, {
      code: 'daily_limit',
      retryAfterSeconds: secondsToMidnight(now),
    })
  }
  addToday(practice.db, accountId, 'upload', now)
}

function purposeOf({ purpose }: Fields): UploadPurpose {
  if (purpose === undefined || purpose === 'reference') return 'reference'
  if (purpose === 'upscale') return 'upscale'
  throw refuseSkill(400, 'purpose must be reference or upscale')
}

async function sourceBytes(practice: Practice, body: Fields, purpose: UploadPurpose): Promise<Buffer> {
  const { sourceUrl, imageBase64 } = body
  if ((sourceUrl === undefined) === (imageBase64 === undefined)) {
    throw refuseSkill(400, 'exactly one of sourceUrl and imageBase64 is required')
  }
  if (imageBase64 !== undefined) return decodeBase64(imageBase64)
  if (typeof sourceUrl !== 'string') throw refuseSkill(400, 'sourceUrl must be a string')
  const own = ownMedia(practice, sourceUrl)
  const made = own === null ? null : await practice.media.find(own.id)
  if (made !== null) return readFileSync(made.path)
  return fetchSource(practice.faults, '/api/skills/upload', sourceUrl, (purpose === 'reference' ? 8 : 64) * 1024 * 1024)
}

function decodeBase64(text: unknown): Buffer {
  if (typeof text !== 'string' || !isBase64(text)) {
    throw refuseSkill(400, 'imageBase64 must be raw base64, without a data: prefix')
  }
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > base64LimitBytes) throw refuseSkill(413, 'the image has more than 3 MiB')
  return bytes
}
