import type { Asset } from '../../../../src/engine/store/assets.ts'
import { t0 } from '../../../support/receipts.ts'

export const assetOf = (n: number, changes: Partial<Asset> = {}): Asset => ({
  id: `request-${n}.0.0`,
  origin: 'https://service.test',
  requestId: `request-${n}`,
  jobIndex: 0,
  outputIndex: 0,
  name: `fox-${n}.png`,
  relativePath: `2026-11/fox-${n}.png`,
  sha256: 'ab'.repeat(32),
  sizeBytes: 10,
  width: 4,
  height: 3,
  format: 'png',
  hasAlpha: true,
  dominantColour: '#aabbcc',
  palette: null,
  perceptualHash: null,
  profile: null,
  mediaType: 'image',
  title: `A fox at dusk ${n}`,
  kind: 'generation',
  skill: null,
  modelName: 'Épreuve',
  createdMs: t0 + 0.5,
  ...changes,
})
