import { type JSX, useEffect, useRef } from 'react'
import { given } from '../../components/as-given.tsx'
import { KeyHint } from '../../components/key-hint.tsx'
import { Thumb } from '../../components/picture.tsx'
import { cx } from '../../format/cx.ts'
import { keysOn } from '../../format/shortcuts.ts'
import type { Matched } from '../../lists/palette-order.ts'
import type { PaletteEntry } from './entries.ts'
import styles from './palette.module.css'

/** The words with what was typed of them in bold. */
function Marked({ text, ranges }: { text: string; ranges: Matched<PaletteEntry>['ranges'] }): JSX.Element {
  let at = 0
  const parts = ranges.flatMap(([from, end]) => {
    const pair = [text.slice(at, from), <b key={from}>{text.slice(from, end)}</b>]
    at = end
    return pair
  })
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}

interface LineProps {
  id: string
  entry: Matched<PaletteEntry>
  isActive: boolean
  /** The heading over it comes into sight with it. */
  isFirst: boolean
  platform: string
  onGo: () => void
  onTake: () => void
}

/** One thing to do or to open. What cannot be done now can be reached all the same: its reason is part of its name. */
export function PaletteRow({ id, entry, isActive, isFirst, platform, onGo, onTake }: LineProps): JSX.Element {
  const { label, ranges, icon: Icon, aside, keys, blocked, picture, isGiven } = entry
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) (isFirst ? line.current?.parentElement : line.current)?.scrollIntoView({ block: 'nearest' })
  }, [isActive, isFirst])
  return (
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={blocked !== null || undefined}
      className={styles.line}
      // The keyboard stays in the field.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={() => {
        if (!isActive) onGo()
      }}
      onPointerUp={(event) => {
        if (event.button === 0) onTake()
      }}
    >
      <span className={styles.mark}>
        {picture === null ? (
          <Icon size={16} strokeWidth={1.6} aria-hidden />
        ) : (
          <Thumb src={picture.src} alt="" width={28} height={28} cutout={picture.cutout} icon={Icon} />
        )}
      </span>
      <span className={cx(styles.words, 'cut-end')} {...(isGiven ? given : {})}>
        <Marked text={label} ranges={ranges} />
      </span>
      <span className={cx(styles.aside, 'cut-end')}>{blocked ?? aside}</span>
      {blocked === null && keys.length > 0 && (
        <span className={styles.keys} aria-hidden="true">
          {keys.map((each) => (
            <KeyHint key={each} keys={keysOn(platform, each)} />
          ))}
        </span>
      )}
    </div>
  )
}
