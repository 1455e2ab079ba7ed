import { Globe } from 'lucide-react'
import { type JSX, type RefObject, useEffect } from 'react'
import type { ModelView } from '../../../contract/catalogue.ts'
import type { InspectedFile } from '../../../contract/files.ts'
import { isAddress } from '../../../domain/form/address.ts'
import { callMain } from '../../bridge/bridge.ts'
import { given } from '../../components/as-given.tsx'
import { FieldLabel, FieldProblem } from '../../components/field.tsx'
import { Thumb } from '../../components/picture.tsx'
import { AddTile, Tile, Tiles, useFocusAfterTaking } from '../../components/tiles.tsx'
import { cx } from '../../format/cx.ts'
import { apart, t } from '../../format/messages.ts'
import { rich } from '../../format/rich.tsx'
import { useCreate } from '../../stores/create-store.ts'
import { pastedReferences, takePasted } from '../../stores/pasted.ts'
import styles from './create.module.css'
import { LibraryPicker } from './library-picker.tsx'

interface ReferenceProps {
  /** A file's handle, or an address. */
  reference: string
  file: InspectedFile | undefined
  unfit: boolean
  onTake: () => void
}

function Reference({ reference, file, unfit, onTake }: ReferenceProps): JSX.Element {
  const isFar = isAddress(reference)
  const name = isFar ? reference : (file?.name ?? t('a picture'))
  return (
    <Tile name={name} onTake={onTake} className={cx(unfit && styles.unfit, file?.problem && styles.refBad)}>
      {isFar ? (
        <span className={styles.refAddress} title={reference} {...given}>
          <Globe size={16} strokeWidth={1.5} aria-hidden />
          <span className="cut-end">{hostOf(reference)}</span>
        </span>
      ) : (
        <Thumb src={file?.thumbnail ?? null} alt={name} width={56} height={56} />
      )}
    </Tile>
  )
}

function hostOf(address: string): string {
  try {
    return new URL(address).host
  } catch {
    return address
  }
}

/** A picture from the clipboard is a reference wherever on this screen it is pasted; a text goes where one types. */
function paste(event: ClipboardEvent): void {
  const { clipboardData } = event
  if (clipboardData === null) return
  const files = [...clipboardData.files]
  const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea') !== null
  const found = files.length > 0 || isTyping ? null : pastedReferences(clipboardData.getData('text'))
  if (files.length === 0 && found === null) return
  event.preventDefault()
  void takePasted(files, found)
}

function usePaste(): void {
  useEffect(() => {
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [])
}

interface AddReferenceProps {
  ref: RefObject<HTMLButtonElement | null>
  onChoose: () => void
}

const AddReference = ({ ref, onChoose }: AddReferenceProps): JSX.Element => (
  <li className={cx('row', styles.addRow)}>
    <AddTile ref={ref} label={t('Choose reference pictures')} onAdd={onChoose} />
    <span className="hint">
      {rich('Drop, paste, choose files, or<br></br><pick>pick from the library</pick>', {
        br: () => <br />,
        pick: (chunks) => <LibraryPicker label={chunks} />,
      })}
    </span>
  </li>
)

/** A file that cannot be used. */
const Refused = ({ file, onRemove }: { file: InspectedFile; onRemove: () => void }): JSX.Element => (
  <div className={styles.refused}>
    <FieldProblem message={apart(withName(file))} />
    <button type="button" className="text-link" onClick={onRemove}>
      {t('Remove')}
    </button>
  </div>
)

interface ReferencesProps {
  model: ModelView
  problem: string | null
}

/** Reference pictures: dropped anywhere, pasted, chosen or picked from the library, up to what the model takes. */
export function References({ model, problem }: ReferencesProps): JSX.Element {
  const references = useCreate((create) => create.form.references)
  const looked = useCreate((create) => create.looked)
  const addReferences = useCreate((create) => create.addReferences)
  const removeReference = useCreate((create) => create.removeReference)
  const { tiles, add, onTaken } = useFocusAfterTaking()
  usePaste()

  const choose = async (): Promise<void> => {
    const answer = await callMain('files.choose', { folders: false, multiple: true })
    if (answer) addReferences(answer.value)
  }
  const unusable = [...looked.values()].filter((file) => file.problem !== null)
  const isRoom = references.length < model.maxReferences

  return (
    <div>
      <FieldLabel
        label={t('References')}
        aside={
          model.maxReferences === 0
            ? t('not for {name}', { name: model.name })
            : t('{count} of {most}', {
                count: Math.min(references.length, model.maxReferences),
                most: model.maxReferences,
              })
        }
      />
      {(model.maxReferences > 0 || references.length > 0) && (
        <Tiles ref={tiles} label={t('References')}>
          {references.map((reference, at) => (
            <Reference
              key={reference}
              reference={reference}
              file={looked.get(reference)}
              unfit={at >= model.maxReferences}
              onTake={() => {
                removeReference(reference)
                onTaken(at)
              }}
            />
          ))}
          {isRoom && <AddReference ref={add} onChoose={() => void choose()} />}
        </Tiles>
      )}
      <FieldProblem message={problem} />
      {unusable
        .filter(({ problem: one }) => one !== problem)
        .map((file) => (
          <Refused key={file.file} file={file} onRemove={() => removeReference(file.file)} />
        ))}
    </div>
  )
}

/** Most problems name their file already. */
const withName = ({ name, problem }: InspectedFile): string =>
  problem?.startsWith(name) ? problem : `${name}: ${problem ?? ''}`
