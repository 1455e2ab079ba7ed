import { type RefObject, useLayoutEffect, useState } from 'react'
import { useSize } from './use-size.ts'

/**
 * The height that the highest of some rows has needed so far at this width, where they are drawn a few at a time and all
 * have the same. @param selector of what in each of them is as high as it needs to be
 */
export function useGrownHeight(scroller: RefObject<HTMLElement | null>, selector: string, least: number): number {
  const { width } = useSize(scroller)
  const [grown, setGrown] = useState({ width: 0, height: 0 })
  const height = Math.max(least, grown.width === width ? grown.height : 0)
  useLayoutEffect(() => {
    const all = [...(scroller.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
    const needed = Math.max(0, ...all.map(({ offsetHeight }) => offsetHeight))
    if (needed > height) setGrown({ width, height: needed })
  })
  return height
}
