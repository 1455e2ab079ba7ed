import { type JSX, useEffect, useId, useState } from 'react'
import { DialogFrame } from '../../components/dialog.tsx'
import { KeyHint } from '../../components/key-hint.tsx'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { useApp } from '../../stores/app-store.ts'
import { usePaletteMemory } from '../../stores/palette-store.ts'
import { useSheet } from '../../stores/sheet-store.ts'
import type { PaletteEntry } from './entries.ts'
import { FindField } from './find-field.tsx'
import { PaletteRow } from './line.tsx'
import styles from './palette.module.css'
import { useSections } from './use-sections.ts'

const Foot = (): JSX.Element => (
  <footer className={styles.foot}>
    <span>
      <KeyHint keys="↑ ↓" /> {t('choose')}
    </span>
    <span>
      <KeyHint keys="↵" /> {t('open')}
    </span>
    <span>
      <KeyHint keys="Esc" /> {t('close')}
    </span>
    <span className="push">{t('Nothing here costs credits.')}</span>
  </footer>
)

function Lines({ onClose }: { onClose: () => void }): JSX.Element {
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState<string | null>(null)
  const { recent, read, use } = usePaletteMemory()
  useEffect(() => void read(), [read])
  const sections = useSections(typed, recent)
  const platform = useApp((app) => app.snapshot?.platform ?? '')
  const listId = useId()
  const entries = sections.flatMap((section) => section.entries)
  // Whatever is found, one of it stands ready: the one that was gone to, else the best.
  const active = entries.find(({ id }) => id === wanted) ?? entries[0] ?? null
  const idOf = (entry: PaletteEntry): string => `${listId}-${entry.id}`
  const run = (entry: PaletteEntry | null): void => {
    // What is blocked stays where it is, with its reason beside it.
    if (entry === null || entry.blocked !== null) return
    if (entry.id !== 'search') void use(entry.id)
    onClose()
    entry.run()
  }
  return (
    <>
      <FindField
        typed={typed}
        onType={(text) => {
          setTyped(text)
          setWanted(null)
        }}
        ids={entries.map(({ id }) => id)}
        active={active?.id ?? null}
        onGo={setWanted}
        onTake={() => run(active)}
        listId={listId}
        activeId={active === null ? undefined : idOf(active)}
      />
      <div role="listbox" id={listId} aria-label={t('Commands')} className={styles.list} tabIndex={-1}>
        {sections.map(({ id, title, entries }) => (
          <fieldset key={id} aria-labelledby={`${listId}-of-${id}`}>
            <p id={`${listId}-of-${id}`} className={styles.title}>
              {title}
            </p>
            {entries.map((entry) => (
              <PaletteRow
                key={entry.id}
                id={idOf(entry)}
                entry={entry}
                isActive={entry.id === active?.id}
                isFirst={entry.id === sections[0]?.entries[0]?.id}
                platform={platform}
                onGo={() => setWanted(entry.id)}
                onTake={() => run(entry)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <p className={cx('hint', styles.none)} role="status" hidden={entries.length > 0}>
        {entries.length === 0 && t('No results.')}
      </p>
      <Foot />
    </>
  )
}

/** Every command, the latest results and the receipts, found by typing. */
export function Palette(): JSX.Element {
  const close = useSheet((sheet) => sheet.close)
  return (
    <DialogFrame label={t('Commands')} className={styles.modal} onClose={close}>
      <Lines onClose={close} />
    </DialogFrame>
  )
}
