/** What is decoded here, by content. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif'

/** What is recognised, so that the refusal can say how to export it. */
export type RefusedKind =
  | 'heic'
  | 'svg'
  | 'psd'
  | 'raw'
  | 'pdf'
  | 'postscript'
  | 'video'
  | 'jxl'
  | 'jpeg2000'
  | 'bmp'
  | 'ico'
  | 'exr'
  | 'hdr'
  | 'affinity'
  | 'figma'
  | 'indesign'
  | 'gimp'
  | 'zip'
  | 'text'

export type SourceKind = PictureKind | RefusedKind

const asJpegOrPng = 'export it as JPEG or PNG and add that'

export const refusedKinds: Record<RefusedKind, { what: string; remedy: string }> = {
  heic: {
    what: 'This is a HEIC photo',
    remedy: 'export it as JPEG (in Photos under File, Export) and add that',
  },
  svg: { what: 'This is an SVG drawing', remedy: 'export it as PNG, at the size you need, and add that' },
  psd: { what: 'This is a Photoshop document', remedy: `in Photoshop (File, Export, Export As) ${asJpegOrPng}` },
  raw: { what: "This is a camera's raw file", remedy: 'develop it in your raw editor, export it as JPEG and add that' },
  pdf: {
    what: 'This is a PDF or Illustrator document',
    remedy: 'export the page you need as PNG or JPEG and add that',
  },
  postscript: { what: 'This is an EPS or PostScript document', remedy: 'export it as PNG or JPEG and add that' },
  video: { what: 'This is a video', remedy: 'export the frame you need as JPEG or PNG and add that' },
  jxl: { what: 'This is a JPEG XL picture', remedy: asJpegOrPng },
  jpeg2000: { what: 'This is a JPEG 2000 picture', remedy: asJpegOrPng },
  bmp: { what: 'This is a BMP picture', remedy: 'export it as PNG and add that' },
  ico: { what: 'This is an icon file', remedy: 'export it as PNG and add that' },
  exr: { what: 'This is an OpenEXR picture', remedy: asJpegOrPng },
  hdr: { what: 'This is a Radiance HDR picture', remedy: asJpegOrPng },
  affinity: { what: 'This is an Affinity document', remedy: `in Affinity (File, Export) ${asJpegOrPng}` },
  figma: { what: 'This is a Figma document', remedy: 'export the frame as PNG or JPEG and add that' },
  indesign: { what: 'This is an InDesign document', remedy: `in InDesign (File, Export) ${asJpegOrPng}` },
  gimp: { what: 'This is a GIMP document', remedy: `in GIMP (File, Export As) ${asJpegOrPng}` },
  zip: { what: 'This is an archive or a document, not a picture', remedy: asJpegOrPng },
  text: { what: 'This is a text or web page, not a picture, whatever its name says', remedy: 'add the picture itself' },
}

export const kindNames: Record<PictureKind, string> = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  gif: 'GIF',
  tiff: 'TIFF',
  avif: 'AVIF',
}

export function isPictureKind(kind: SourceKind): kind is PictureKind {
  return kind in kindNames
}

/** What stands in a picture's place where something went wrong on the way: a page, an answer in words, packed bytes. */
export function isNoPicture(kind: SourceKind): boolean {
  return kind === 'text' || kind === 'zip'
}
