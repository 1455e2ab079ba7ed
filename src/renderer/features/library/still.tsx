import type { JSX } from 'react'
import type { LibraryItem } from '../../../contract/library.ts'
import { VideoStill } from '../../components/video-still.tsx'

/** What a picture or a video is known by at a small size. */
export function Still({ asset }: { asset: LibraryItem }): JSX.Element {
  if (asset.mediaType === 'video') return <VideoStill src={asset.full} />
  return <img src={asset.thumbnail} alt="" decoding="async" draggable={false} />
}
