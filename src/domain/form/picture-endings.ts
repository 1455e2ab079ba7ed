/** As files with pictures are called, whether or not this app reads them. */
const endings =
  'jpe?g|jpe|jfif|pjp|pjpeg|a?png|gif|webp|avifs?|hei[cf]s?|hif|tiff?|bmp|dib|svgz?|jxl|jp2|j2k|jpf|jpx|ico|psd|dng|cr[23]|nef|arw|raf|orf|rw2'

const ending = new RegExp(`[^\\\\/]\\.(?:${endings})$`, 'i')

/** Whether a path ends as a picture does. */
export const isCalledLikePicture = (path: string): boolean => ending.test(path)
