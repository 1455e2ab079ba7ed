import type { InspectedFile } from '../../../src/contract/files.ts'
import type { AssetView, RequestView } from '../../../src/contract/views.ts'

let made = 0

/** A request as the engine would show it; only what a test is about has to be said. */
export function request(part: Partial<RequestView>): RequestView {
  made += 1
  return {
    id: `request-${made}`,
    kind: 'skill',
    skill: 'remove-bg',
    title: 'bowl.jpg',
    subtitle: 'Cutout',
    state: 'queued',
    uploading: false,
    createdAt: '2026-11-20T14:00:00.000Z',
    updatedAt: '2026-11-20T14:00:00.000Z',
    batch: null,
    generationId: null,
    creditsQuoted: 2,
    creditsUsed: null,
    creditsRefunded: null,
    project: null,
    creditsStatus: null,
    source: null,
    running: null,
    progress: null,
    tookMs: null,
    now: 'Waits for its turn.',
    next: null,
    verdict: null,
    decision: null,
    error: null,
    assets: [],
    owed: [],
    canCancel: false,
    modelName: null,
    mediaType: 'image',
    ratio: null,
    canRetry: false,
    place: null,
    copies: null,
    ...part,
  }
}

export const assetOf = (part: Partial<AssetView>): AssetView => ({
  id: 'a',
  requestId: 'request',
  name: 'a.png',
  path: '/library/a.png',
  sha256: '',
  sizeBytes: 1,
  width: 10,
  height: 10,
  format: 'png',
  hasAlpha: false,
  dominantColour: null,
  mediaType: 'image',
  title: 'a',
  kind: 'generation',
  skill: null,
  modelName: null,
  parentId: null,
  createdAt: '2026-11-20T14:00:00.000Z',
  thumbnail: 'printroom://a/thumbnail',
  full: 'printroom://a',
  present: true,
  ...part,
})

export const file = (name: string, problem: string | null = null): InspectedFile => ({
  file: `f_${name}`,
  path: `/pictures/${name}`,
  name,
  sizeBytes: 1,
  width: 10,
  height: 10,
  format: 'jpeg',
  problem,
  thumbnail: null,
})
