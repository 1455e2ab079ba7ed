import type { EngineOptions } from '../../src/engine/assembly/options.ts'
import { createEngine, type Engine } from '../../src/engine/engine.ts'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { imageWorkerEntry } from './image-worker.ts'
import { lentImageWorkers } from './lent-workers.ts'

/**
 * The whole engine over a home, against a service at an address, as the terminal has it; its pauses are a hundredth, and its
 * image workers are lent (lent-workers.ts) but where a test names its own.
 */
export const openEngine = (
  home: string,
  service: { url: string; key: string | null },
  changes: Partial<EngineOptions> = {},
): Promise<Engine> =>
  createEngine({
    service: service.url,
    folders: foldersFor(home, false),
    timeScale: 100,
    nodePath: process.execPath,
    entries: { imageWorker: imageWorkerEntry, practice: '' },
    environmentKey: service.key,
    by: 'terminal',
    ...(changes.entries || changes.nodePath ? {} : { spawnImageWorker: lentImageWorkers }),
    ...changes,
  })
