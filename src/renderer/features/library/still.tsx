import type { JSX } from 'react'
import type { LibraryItem } from '../../../contract/library.ts'

/**
 * What a picture is known by at a small size; a video by its first frame, which the browser draws from the file itself.
 * Under an address of its own: two players of one address disturb each other's reading.
 */
export function Still({ asset }: { asset: LibraryItem }): JSX.Element {
  if (asset.mediaType === 'video')
    return (
      <video
        src={`${asset.full}?still#t=0.001`}
        muted
        playsInline
        preload="metadata"
        disablePictureInPicture
        tabIndex={-1}
      />
    )
  return <img src={asset.thumbnail} alt="" decoding="async" draggable={false} />
}
