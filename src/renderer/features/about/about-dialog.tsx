import { Search, X } from 'lucide-react'
import { type JSX, useEffect, useMemo, useState } from 'react'
import { Heading } from 'react-aria-components'
import type { About, Licence } from '../../../contract/about.ts'
import { call, callMain } from '../../bridge/bridge.ts'
import { EngineSentence, given } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { DialogFrame } from '../../components/dialog.tsx'
import field from '../../components/field.module.css'
import { Logo } from '../../components/logo.tsx'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { useApp } from '../../stores/app-store.ts'
import { useSheet } from '../../stores/sheet-store.ts'
import styles from './about.module.css'
import { found } from './licences.ts'

function Where(): JSX.Element | null {
  const folders = useApp((app) => app.snapshot?.folders ?? null)
  if (folders === null) return null
  return (
    <section className={styles.part}>
      <h3 className="label">{t('Where your data lives')}</h3>
      <p className={styles.path} {...given}>
        {folders.library}
      </p>
      <p className={styles.path} {...given}>
        {folders.home}
      </p>
      <p className="row">
        <Button small onClick={() => void callMain('app.showFolder', { which: 'library' })}>
          {t('Show the library')}
        </Button>
        <Button look="quiet" small onClick={() => void callMain('app.showFolder', { which: 'home' })}>
          {t('Show everything')}
        </Button>
      </p>
    </section>
  )
}

const Leaves = (): JSX.Element => (
  <section className={styles.part}>
    <h3 className="label">{t('What leaves this computer')}</h3>
    <p className="soft">
      {t(
        'Your prompts, settings and prepared pictures go, with your key, to the service whose address you gave. Nobody else gets them. Results are downloaded from where that service says they are.',
      )}{' '}
      {t(
        'Places, dates and other private details are removed from pictures first. In practice mode none of this leaves this computer.',
      )}{' '}
      {t(
        'The address for updates in Settings, where there is one, is asked for a newer version and told nothing else.',
      )}
    </p>
  </section>
)

function Part({ licence }: { licence: Licence }): JSX.Element {
  const { name, version, licence: terms, from, text } = licence
  return (
    <details className={styles.licence}>
      <summary className={styles.summary}>
        <span className="strong cut-end" {...given}>
          {name}
        </span>
        <span className="figure soft" {...given}>
          {version}
        </span>
        <span className="small soft push" {...given}>
          {terms}
        </span>
      </summary>
      <div className={styles.text} translate="no" lang="en" dir="ltr">
        <p className="hint selectable">{from}</p>
        <pre className="selectable">{text === '' ? t('No licence text.') : text}</pre>
      </div>
    </details>
  )
}

function Licences({ licences }: { licences: readonly Licence[] }): JSX.Element {
  const [typed, setTyped] = useState('')
  const shown = useMemo(() => found(licences, typed), [licences, typed])
  return (
    <section className={styles.licences} aria-label={t('Licences')}>
      <div className={styles.find}>
        <h3 className="strong">{t('Licences')}</h3>
        <span className="hint push" role="status">
          {shown.length === licences.length
            ? t('{count, plural, one {# component is} other {# components are}} included', { count: shown.length })
            : t('{count} of {all}', { count: shown.length, all: licences.length })}
        </span>
        <div className={cx(field.field, field.small, styles.field)}>
          <Search size={14} strokeWidth={1.75} aria-hidden />
          <input
            type="search"
            className={field.input}
            aria-label={t('Find in the licences')}
            placeholder={t('Name, licence or words')}
            value={typed}
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      </div>
      <div className={styles.list}>
        {shown.map((licence) => (
          <Part key={`${licence.name} ${licence.version}`} licence={licence} />
        ))}
        {shown.length === 0 && (
          <p className={cx('hint', styles.none)}>
            {licences.length === 0
              ? t('This build has no list. See LICENCES.txt in the packaged app.')
              : t('No results.')}
          </p>
        )}
      </div>
    </section>
  )
}

/** What the app is, where it keeps things, what leaves the computer, and whose work is in it. */
export function AboutDialog(): JSX.Element {
  const close = useSheet((sheet) => sheet.close)
  const [about, setAbout] = useState<About | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  useEffect(() => {
    void call('app.about', undefined).then((answer) =>
      answer.ok ? setAbout(answer.value) : setTrouble(answer.message),
    )
  }, [])
  return (
    <DialogFrame className={styles.modal} onClose={close}>
      <header className={styles.head}>
        <Logo size={36} />
        <span className="stack tight">
          <Heading slot="title" className="head">
            {t('About Printroom')}
          </Heading>
          <span className="small soft selectable">
            {about !== null && t('Version {version}', { version: about.version })}
            {about?.runtimes.map(({ name, version }) => ` · ${name} ${version}`)}
          </span>
        </span>
        <Button look="quiet" square small className="push" aria-label={t('Close')} onClick={close} autoFocus>
          <X size={16} strokeWidth={1.6} aria-hidden />
        </Button>
      </header>
      <div className={styles.parts}>
        <Leaves />
        <Where />
      </div>
      {trouble !== null && (
        <p className={cx('small fault', styles.none)}>
          <EngineSentence>{trouble}</EngineSentence>
        </p>
      )}
      {about !== null && <Licences licences={about.licences} />}
    </DialogFrame>
  )
}
