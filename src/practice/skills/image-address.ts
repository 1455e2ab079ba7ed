import type { Practice } from '../context.ts'
import { refuseSkill } from '../http/answer.ts'
import { isPublicHost, parseUrl } from '../http/public-address.ts'
import { mediaPath, ownMedia } from '../media/media-address.ts'
import { findJob, jobStatusAt } from '../state/job-rows.ts'
import type { MediaRow } from '../state/media-rows.ts'
import { fetchSource } from '../uploads/fetch-source.ts'
import { prepareUpload } from '../uploads/prepare.ts'

/** §4.9: beside the service's own host, one more of its own and one third-party social host. Invented names. */
const otherHosts = ['pictures.lumenpool.example', 'img.chirrupy.example']

/** An image field of every Skill but `upscale` (§4.9). Practice can read only what it issued itself. */
export function requireListedImage(practice: Practice, field: string, address: unknown): MediaRow {
  const url = typeof address === 'string' ? parseUrl(address) : null
  if (url === null || typeof address !== 'string') throw refuseSkill(400, `${field} must be an address`)
  if (!practice.wasOrigin(url.origin)) {
    const listed = url.protocol === 'https:' && url.port === '' && otherHosts.includes(url.hostname)
    if (!listed || url.username !== '' || url.password !== '') {
      throw refuseSkill(400, `${field} must be an uploaded image: its host is not on the list`)
    }
    throw refuseSkill(422, `${field} cannot be read from ${url.hostname}`)
  }
  return requireOwn(practice, field, address)
}

const runPath = '/api/skills/upscale/run'

/** §4.14: the original public HTTPS address, without credentials, fragment or port. */
export async function requireUpscaleImage(practice: Practice, address: unknown): Promise<MediaRow> {
  const url = typeof address === 'string' ? parseUrl(address) : null
  if (url === null || typeof address !== 'string') throw refuseSkill(400, 'imageUrl must be an address')
  if (url.hash !== '' || url.username !== '' || url.password !== '') {
    throw refuseSkill(400, 'imageUrl must not have credentials or a fragment')
  }
  if (practice.wasOrigin(url.origin)) return requireOwn(practice, 'imageUrl', address)
  if (url.protocol !== 'https:' || url.port !== '' || !isPublicHost(url.hostname)) {
    throw refuseSkill(400, 'imageUrl must be a public HTTPS address')
  }
  const bytes = await fetchSource(practice.faults, runPath, address, 64 * 1024 * 1024)
  const prepared = await prepareUpload(bytes, 'upscale')
  return practice.media.keep(prepared.bytes, prepared)
}

/** Also the result of an earlier job, once it is there. */
function requireOwn(practice: Practice, field: string, address: string): MediaRow {
  const row = ownMedia(practice, address)
  if (row === null || address !== new URL(address).origin + mediaPath(row))
    throw refuseSkill(422, `${field}: there is no such image`)
  const job = row.job_id === null ? null : findJob(practice.db, row.job_id)
  if (job !== null && jobStatusAt(job, practice.clock.now()) !== 'completed') {
    throw refuseSkill(422, `${field}: there is no such image`)
  }
  return row
}

/** An optional image field: the id of its picture. */
export function listedImage(practice: Practice, field: string, address: unknown): string | null {
  return address === undefined ? null : requireListedImage(practice, field, address).id
}

export function listedImages(practice: Practice, field: string, addresses: unknown): string[] {
  if (!Array.isArray(addresses)) return []
  return addresses.map((address, i) => requireListedImage(practice, `${field}[${i}]`, address).id)
}
