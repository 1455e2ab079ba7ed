import { createToken, listTokens, revokeToken, tokenUsage } from './accounts/token-endpoints.ts'
import { serveGalleryImage } from './gallery/gallery-endpoint.ts'
import { generationStatus, recoverGeneration } from './generation/status.ts'
import { submitGeneration } from './generation/submit.ts'
import type { Route } from './http/router.ts'
import { serveMedia } from './media/media-endpoint.ts'
import { listModels } from './models/model-endpoint.ts'
import { listSkills } from './skills/catalogue-endpoint.ts'
import { runSkill } from './skills/run-endpoint.ts'
import { skillStatus } from './skills/status-endpoint.ts'
import { upload } from './uploads/upload-endpoint.ts'

/** Every endpoint of §4, and who may call it (§5). */
export const routes: Route[] = [
  { method: 'GET', path: '/api/models', access: 'public', handle: listModels },
  { method: 'GET', path: '/api/images/{id}', access: 'public', handle: serveGalleryImage },
  { method: 'GET', path: '/api/skills', access: 'public', handle: listSkills },
  { method: 'GET', path: '/media/{file}', access: 'public', handle: serveMedia },
  { method: 'POST', path: '/api/generate/v2', access: 'bearer', handle: submitGeneration },
  { method: 'GET', path: '/api/generate/v2/status/{generationId}', access: 'bearer', handle: generationStatus },
  { method: 'GET', path: '/api/generate/v2/requests/{requestId}', access: 'bearer', handle: recoverGeneration },
  { method: 'POST', path: '/api/skills/upload', access: 'key', handle: upload },
  { method: 'GET', path: '/api/skills/status', access: 'key', handle: skillStatus },
  { method: 'POST', path: '/api/skills/{skill}/run', access: 'key', handle: runSkill },
  { method: 'POST', path: '/api/tokens', access: 'session', handle: createToken },
  { method: 'GET', path: '/api/tokens', access: 'session', handle: listTokens },
  { method: 'DELETE', path: '/api/tokens/{id}', access: 'session', handle: revokeToken },
  { method: 'GET', path: '/api/tokens/{id}/usage', access: 'session', handle: tokenUsage },
]
