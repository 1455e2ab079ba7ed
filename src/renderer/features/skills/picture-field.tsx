import { type ClipboardEvent, type JSX, type RefObject, useState } from 'react'
import { isAddress } from '../../../domain/form/address.ts'
import { noteOf } from '../../../domain/form/field-words.ts'
import type { FieldOf } from '../../../domain/form/skill-fields.ts'
import { FieldLabel, FieldNote, FieldProblem } from '../../components/field.tsx'
import { Thumb } from '../../components/picture.tsx'
import { AddTile, Tile, Tiles, useFocusAfterTaking } from '../../components/tiles.tsx'
import { apart, t } from '../../format/messages.ts'
import { rich } from '../../format/rich.tsx'
import { problemAt } from '../../forms/skill-form.ts'
import { handlesOf } from '../../stores/dropped.ts'
import { useSkills } from '../../stores/skill-store.ts'
import { AddressDialog, chooseFiles } from './choose-files.tsx'
import type { FieldProps } from './field-props.ts'

interface AddPictureProps {
  ref: RefObject<HTMLButtonElement | null>
  label: string
  /** Whether there is none yet: then the ways are said. */
  isFirst: boolean
  onChoose: () => void
  onAddress: () => void
}

const AddPicture = ({ ref, label, isFirst, onChoose, onAddress }: AddPictureProps): JSX.Element => (
  <li className="row">
    <AddTile ref={ref} label={t('Choose {label}', { label: label.toLowerCase() })} onAdd={onChoose} />
    {isFirst && (
      <span className="hint">
        {rich('Drop or choose a file, or <address>from URL</address>', {
          address: (chunks) => (
            <button type="button" className="text-link" onClick={onAddress}>
              {chunks}
            </button>
          ),
        })}
      </span>
    )}
  </li>
)

/** Pictures to go by, the same for every request: chosen, dropped on the window, pasted, or by an address. */
export function PictureFieldRow({ field, order }: FieldProps<FieldOf<'picture'>>): JSX.Element {
  const addSources = useSkills((state) => state.addSources)
  const removePicture = useSkills((state) => state.removePicture)
  const [asking, setAsking] = useState(false)
  const { tiles, add, onTaken } = useFocusAfterTaking()
  const place = { field: field.name, most: field.most }
  const files = order.work.pictures[field.name] ?? []
  const isFull = field.most > 1 && files.length >= field.most
  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text').trim()
    const pasted = [...event.clipboardData.files]
    if (pasted.length === 0 && !isAddress(text)) return
    event.preventDefault()
    const sources = pasted.length > 0 ? handlesOf(pasted) : Promise.resolve([text])
    void sources.then((some) => addSources(order.id, some, place))
  }
  const problem = problemAt(field, order.quote, order.work, order.skill?.fields ?? [])
  const note = noteOf(field.name) ?? field.description
  return (
    <div onPaste={paste}>
      <FieldLabel
        label={apart(field.label)}
        aside={field.most > 1 ? t('{count} of {most}', { count: files.length, most: field.most }) : null}
      />
      <Tiles ref={tiles} label={apart(field.label)}>
        {files.map((file, at) => (
          <Tile
            key={file.file}
            name={file.name}
            onTake={() => {
              removePicture(order.id, field.name, file.file)
              onTaken(at)
            }}
          >
            <Thumb src={file.thumbnail} alt={apart(file.name)} width={56} height={56} />
          </Tile>
        ))}
        {!isFull && (
          <AddPicture
            ref={add}
            label={field.label}
            isFirst={files.length === 0}
            onChoose={() => void chooseFiles(order.id, false, place)}
            onAddress={() => setAsking(true)}
          />
        )}
      </Tiles>
      <FieldProblem message={problem} />
      {files.map((file) => (
        <FieldProblem
          key={file.file}
          message={file.problem === null ? null : t('{name}: {problem}', { name: file.name, problem: file.problem })}
        />
      ))}
      {note !== null && problem === null && <FieldNote>{apart(note)}</FieldNote>}
      <AddressDialog
        open={asking}
        onTake={(url) => void addSources(order.id, [url], place)}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}
