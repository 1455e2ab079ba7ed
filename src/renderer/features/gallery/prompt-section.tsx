import { Check } from 'lucide-react'
import { type JSX, useId, useState } from 'react'
import type { GalleryView } from '../../../contract/gallery.ts'
import { chosenPrompt } from '../../../domain/gallery/parts.ts'
import { given } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { CopySection } from '../../components/copy-section.tsx'
import { t } from '../../format/messages.ts'
import { fillPrompt } from './fill-create.ts'
import styles from './gallery.module.css'

const fewLetters = 500

/** A long prompt shows its beginning first, so that what can be done with it stays in sight. */
function Whole({ text }: { text: string }): JSX.Element {
  const [isOpen, setIsOpen] = useState(false)
  const isLong = text.length > fewLetters
  return (
    <div className={styles.prompt}>
      <p {...given}>{isLong && !isOpen ? `${text.slice(0, fewLetters).trimEnd()}…` : text}</p>
      {isLong && (
        <button type="button" className="text-link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen
            ? t('Show less')
            : t('Show all {count, plural, one {# character} other {# characters}}', { count: text.length })}
        </button>
      )}
    </div>
  )
}

const Prompt = ({ text }: { text: string }): JSX.Element =>
  text === '' ? <p className={styles.prompt}>{t('No prompt.')}</p> : <Whole text={text} />

/** The prompt, whole or by the parts that the service or the author made of it, and the way into Create. */
export function PromptSection({ picture }: { picture: GalleryView }): JSX.Element {
  const { prompt, parts, isReady } = picture
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const whyId = useId()
  const chosen = new Set(parts.map((_, at) => at).filter((at) => !left.has(at)))
  const isWhole = left.size === 0
  const text = chosenPrompt(prompt, parts, chosen)
  const toggle = (at: number): void => {
    const next = new Set(left)
    if (!next.delete(at)) next.add(at)
    setLeft(next)
  }
  return (
    <CopySection title={t('Prompt')} label={t('Copy prompt')} text={text}>
      {parts.length > 1 ? (
        <fieldset className={styles.parts} aria-label={t('Parts of the prompt')}>
          {parts.map(({ label, text }, at) => (
            // Two parts may read the same; only their places tell them apart.
            <label key={`${at} ${label}`} className={styles.part}>
              <input type="checkbox" checked={!left.has(at)} disabled={!isReady} onChange={() => toggle(at)} />
              <span className={styles.partWords}>
                {label !== '' && (
                  <span className="label" {...given}>
                    {label}
                  </span>
                )}
                <span {...given}>{text}</span>
              </span>
              <span className={styles.tick} aria-hidden="true">
                {!left.has(at) && <Check size={12} strokeWidth={2.25} />}
              </span>
            </label>
          ))}
        </fieldset>
      ) : (
        <Prompt text={prompt || parts[0]?.text || ''} />
      )}
      <Button
        wide
        look={isReady ? 'primary' : 'secondary'}
        disabled={!isReady || text === ''}
        aria-describedby={isReady ? undefined : whyId}
        onClick={() => fillPrompt(text)}
      >
        {isWhole || parts.length < 2
          ? t('Use prompt in Create')
          : t('Use {chosen, plural, one {# part} other {# parts}} in Create', { chosen: chosen.size })}
      </Button>
      {!isReady && (
        <p id={whyId} className={styles.hintBelow}>
          {t('This picture has no prompt to use.')}
        </p>
      )}
    </CopySection>
  )
}
