import type { JSX } from 'react'
import { cutName } from '../format/cut-name.ts'
import { AsGiven } from './as-given.tsx'
import styles from './file-name.module.css'

/** What tells the files of one request apart is at the end: a number and the kind. */
const endSigns = 10

/** A file's name in one line. Where it does not fit it is cut before its end, as file managers do, and whole in a hint. */
export function FileName({ name, path = name }: { name: string; path?: string }): JSX.Element {
  const cut = cutName(name, endSigns)
  if (cut === null) return <AsGiven>{name}</AsGiven>
  return (
    <bdi translate="no" className={styles.name} title={path}>
      {/* Read as one word; its parts are for the eye. */}
      <span className="sr-only">{name}</span>
      <span className={styles.start} aria-hidden="true">
        {cut.start}
      </span>
      <span className={styles.end} aria-hidden="true">
        {cut.end}
      </span>
    </bdi>
  )
}
