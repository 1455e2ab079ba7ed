import type { OutputInfo, Sharp } from 'sharp'
import type { ExportPicture } from '../../../domain/export/choice.ts'

/** Above it colours keep their full detail in a JPEG, at a third more bytes. */
const fullDetailFrom = 90

/** A picture as a format has it: PNG and TIFF without loss. */
export function encodedAs({ format, quality }: Pick<ExportPicture, 'format' | 'quality'>, pipeline: Sharp): Sharp {
  switch (format) {
    case 'png':
      return pipeline.png({ compressionLevel: 6, adaptiveFiltering: true })
    case 'jpeg':
      return pipeline.jpeg({ quality, chromaSubsampling: quality >= fullDetailFrom ? '4:4:4' : '4:2:0' })
    case 'webp':
      return pipeline.webp({ quality })
    case 'avif':
      return pipeline.avif({ quality })
    case 'tiff':
      return pipeline.tiff({ compression: 'deflate', predictor: 'horizontal' })
  }
}

export const hasAlphaIn = ({ channels }: OutputInfo): boolean => channels === 2 || channels === 4
