import { Plus, X } from 'lucide-react'
import { type ClipboardEvent, type JSX, useRef } from 'react'
import type { ModelView } from '../../../contract/views.ts'
import { ask } from '../../bridge.ts'
import { FieldLabel, FieldProblem } from '../../components/field.tsx'
import { Thumb } from '../../components/picture.tsx'
import { cx } from '../../lib/cx.ts'
import { pathsOf } from '../../lib/dropped.ts'
import { useCreate } from '../../stores/create-store.ts'
import styles from './create.module.css'

/** Lines of a pasted text that may be paths of files. */
const pastedPaths = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/^["']|["']$/g, ''))
    .filter((line) => /^(\/|~|[a-zA-Z]:\\|\\\\)/.test(line))

interface ReferencesProps {
  model: ModelView
  problem: string | null
}

/** Reference pictures: dropped anywhere, pasted, or chosen, up to what the model takes. */
export function References({ model, problem }: ReferencesProps): JSX.Element {
  const paths = useCreate((create) => create.form.references)
  const looked = useCreate((create) => create.looked)
  const addReferences = useCreate((create) => create.addReferences)
  const removeReference = useCreate((create) => create.removeReference)
  const add = useRef<HTMLButtonElement>(null)

  const inspect = async (found: string[]): Promise<void> => {
    if (found.length === 0) return
    const answer = await ask('files.inspect', { paths: found })
    if (answer) addReferences(answer.value)
  }
  const choose = async (): Promise<void> => {
    const answer = await ask('files.choose', { folders: false, multiple: true })
    if (answer) addReferences(answer.value)
  }
  const paste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files]
    const found = files.length > 0 ? pathsOf(files) : pastedPaths(event.clipboardData.getData('text'))
    if (found.length === 0) return
    event.preventDefault()
    void inspect(found)
  }
  const unusable = [...looked.values()].filter((file) => file.problem !== null)

  return (
    <div onPaste={paste}>
      <FieldLabel
        words="References"
        aside={
          model.maxReferences === 0
            ? `not for ${model.name}`
            : `${Math.min(paths.length, model.maxReferences)} of ${model.maxReferences}`
        }
      />
      {(model.maxReferences > 0 || paths.length > 0) && (
        <ul className={styles.refs}>
          {paths.map((path, at) => {
            const file = looked.get(path)
            const name = file?.name ?? path
            return (
              <li key={path} className={cx(styles.ref, at >= model.maxReferences && styles.unfit)}>
                <Thumb src={file?.thumbnail ?? null} alt={name} width={56} height={56} />
                <button
                  type="button"
                  className={styles.take}
                  aria-label={`Take out ${name}`}
                  onClick={() => {
                    removeReference(path)
                    add.current?.focus()
                  }}
                >
                  <X size={12} strokeWidth={2} aria-hidden />
                </button>
              </li>
            )
          })}
          {paths.length < model.maxReferences && (
            <li className="row">
              <button
                ref={add}
                type="button"
                className={styles.add}
                aria-label="Choose reference pictures"
                onClick={() => void choose()}
              >
                <Plus size={16} strokeWidth={1.6} aria-hidden />
              </button>
              {paths.length < 3 && (
                <span className="hint">
                  Drop, paste a path,
                  <br />
                  or choose files
                </span>
              )}
            </li>
          )}
        </ul>
      )}
      <FieldProblem words={problem} />
      {unusable.map((file) => (
        <FieldProblem key={file.path} words={`${file.name}: ${file.problem}`} />
      ))}
    </div>
  )
}
