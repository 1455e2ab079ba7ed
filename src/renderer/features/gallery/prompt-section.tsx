import { Check, Copy } from 'lucide-react'
import { type JSX, useId, useState } from 'react'
import type { GalleryView } from '../../../contract/gallery.ts'
import { chosenPrompt } from '../../../domain/gallery/parts.ts'
import { Button } from '../../components/button.tsx'
import { Section } from '../../components/pane.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { copyWords } from '../../lib/copy-words.ts'
import { plural } from '../../lib/format.ts'
import { fillPrompt } from './fill-create.ts'
import styles from './gallery.module.css'

const fewLetters = 500

function CopyPrompt({ words }: { words: string }): JSX.Element {
  return (
    <Tooltip words="Copy prompt">
      <Button look="quiet" small square aria-label="Copy prompt" onClick={() => void copyWords(words, 'Prompt')}>
        <Copy size={14} strokeWidth={1.75} aria-hidden />
      </Button>
    </Tooltip>
  )
}

/** A long prompt shows its beginning first, so that what can be done with it stays in sight. */
function Whole({ words }: { words: string }): JSX.Element {
  const [isOpen, setIsOpen] = useState(false)
  const isLong = words.length > fewLetters
  return (
    <div className={styles.prompt}>
      <p dir="auto">{isLong && !isOpen ? `${words.slice(0, fewLetters).trimEnd()}…` : words}</p>
      {isLong && (
        <button type="button" className="text-link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show all ${plural(words.length, 'character')}`}
        </button>
      )}
    </div>
  )
}

/** The prompt, whole or by the parts that the service or the author made of it, and the way into Create. */
export function PromptSection({ picture }: { picture: GalleryView }): JSX.Element {
  const { prompt, parts, isReady } = picture
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const whyId = useId()
  const chosen = new Set(parts.map((_, at) => at).filter((at) => !left.has(at)))
  const isWhole = left.size === 0
  const words = chosenPrompt(prompt, parts, chosen)
  const toggle = (at: number): void => {
    const next = new Set(left)
    if (!next.delete(at)) next.add(at)
    setLeft(next)
  }
  return (
    <Section>
      <div className="row">
        <h3 className="label">Prompt</h3>
        {words !== '' && (
          <span className="push">
            <CopyPrompt words={words} />
          </span>
        )}
      </div>
      {parts.length > 1 ? (
        <fieldset className={styles.parts} aria-label="Parts of the prompt">
          {parts.map(({ label, text }, at) => (
            // Two parts may read the same; only their places tell them apart.
            <label key={`${at} ${label}`} className={styles.part}>
              <input type="checkbox" checked={!left.has(at)} disabled={!isReady} onChange={() => toggle(at)} />
              <span className={styles.partWords}>
                {label !== '' && (
                  <span className="label" dir="auto">
                    {label}
                  </span>
                )}
                <span dir="auto">{text}</span>
              </span>
              <span className={styles.tick} aria-hidden="true">
                {!left.has(at) && <Check size={12} strokeWidth={2.25} />}
              </span>
            </label>
          ))}
        </fieldset>
      ) : (
        <Whole words={prompt || parts[0]?.text || 'None was given.'} />
      )}
      <Button
        wide
        look={isReady ? 'primary' : 'secondary'}
        disabled={!isReady || words === ''}
        aria-describedby={isReady ? undefined : whyId}
        onClick={() => fillPrompt(words)}
      >
        {isWhole || parts.length < 2 ? 'Use prompt in Create' : `Use ${plural(chosen.size, 'part')} in Create`}
      </Button>
      {!isReady && (
        <p id={whyId} className={styles.hintBelow}>
          The service says that there is no prompt to use with this picture.
        </p>
      )}
    </Section>
  )
}
