import { pathToFileURL } from 'node:url'

/** `jimp-main.ts <jimp's entry> <photo> <out> <longest edge> <quality>`: the same work by a library in JavaScript alone. */
interface Picture {
  scaleToFit(size: { w: number; h: number }): Picture
  write(path: string, options: { quality: number }): Promise<void>
}
interface Library {
  Jimp: { read(path: string, options: object): Promise<Picture> }
}

const [entry = '', path = '', out = '', edge, quality] = process.argv.slice(2)
const { Jimp }: Library = await import(pathToFileURL(entry).href)
// Its own limits are below what a camera makes.
const picture = await Jimp.read(path, { 'image/jpeg': { maxMemoryUsageInMB: 8192, maxResolutionInMP: 200 } })
await picture.scaleToFit({ w: Number(edge), h: Number(edge) }).write(out, { quality: Number(quality) })
