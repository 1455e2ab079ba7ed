import sharp, { type Sharp, type SharpInput, type SharpOptions } from 'sharp'

// One thread a picture and a picture a core, and nothing kept: as in our worker.
sharp.concurrency(1)
sharp.cache(false)

/** Practice, which other benchmarks bring into this process, shuts loaders that these need. */
export function openSharp(input: SharpInput, options?: SharpOptions): Sharp {
  sharp.unblock({ operation: ['VipsForeignLoad'] })
  return sharp(input, options)
}
