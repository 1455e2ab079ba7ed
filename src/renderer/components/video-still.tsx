import type { ComponentProps, JSX } from 'react'

/**
 * A video by its first frame, which the browser draws from the file itself. Under an address of its own: two players of one
 * address disturb each other's reading.
 */
export const VideoStill = ({ src, ...rest }: ComponentProps<'video'> & { src: string }): JSX.Element => (
  <video
    {...rest}
    src={`${src}?still#t=0.001`}
    muted
    playsInline
    preload="metadata"
    disablePictureInPicture
    tabIndex={-1}
  />
)
