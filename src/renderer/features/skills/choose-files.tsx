import { type JSX, useState } from 'react'
import { isAddress } from '../../../domain/form/address.ts'
import { callMain } from '../../bridge/bridge.ts'
import { Button } from '../../components/button.tsx'
import { DialogActs, DialogBody, DialogFrame } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { apart, t } from '../../format/messages.ts'
import { usePractice } from '../../stores/app-store.ts'
import { useSkills } from '../../stores/skill-store.ts'
import type { DropPlace } from '../../stores/skills/state.ts'
import { sampleFile } from './sample.ts'

export async function chooseFiles(skill: string, folders: boolean, place?: DropPlace): Promise<void> {
  const answer = await callMain('files.choose', {
    folders,
    multiple: place === undefined || place === 'files' || place.most > 1,
  })
  if (answer) useSkills.getState().add(skill, answer.value, place)
}

/** Asks for a public address, for a picture that lies somewhere else than on this computer. */
function AddressForm({ onTake, onClose }: { onTake: (url: string) => void; onClose: () => void }): JSX.Element {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const take = (): void => {
    const url = text.trim()
    if (!isAddress(url)) {
      setProblem(t('Enter a URL that starts with https://'))
      return
    }
    onTake(url)
    onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
    >
      <DialogBody title={t('Add from URL')}>
        <TextField
          label={t('Public URL')}
          placeholder={apart('https://')}
          value={text}
          problem={problem}
          autoFocus
          spellCheck={false}
          note={t('The service downloads it from there, so it must be public.')}
          onText={(typed) => {
            setText(typed)
            setProblem(null)
          }}
        />
      </DialogBody>
      <DialogActs>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button look="primary" type="submit">
          {t('Add')}
        </Button>
      </DialogActs>
    </form>
  )
}

export function AddressDialog({
  open,
  onTake,
  onClose,
}: {
  open: boolean
  onTake: (url: string) => void
  onClose: () => void
}): JSX.Element {
  return (
    <DialogFrame open={open} onClose={onClose}>
      <AddressForm onTake={onTake} onClose={onClose} />
    </DialogFrame>
  )
}

/** In practice: for somebody who has no picture at hand. */
export function SampleButton({ skill }: { skill: string }): JSX.Element | null {
  const add = useSkills((state) => state.add)
  if (!usePractice()) return null
  const take = async (): Promise<void> => {
    const file = await sampleFile()
    if (file) add(skill, [file])
  }
  return (
    <Button look="quiet" onClick={() => void take()}>
      {t('Use the sample photograph')}
    </Button>
  )
}

interface ChooseFilesProps {
  skill: string
  /** In an empty place, where it is all there is to do. */
  first?: boolean
}

/** Files, a folder, or a picture by its address: each becomes a request. */
export function ChooseFiles({ skill, first = false }: ChooseFilesProps): JSX.Element {
  const addSources = useSkills((state) => state.addSources)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button look={first ? 'primary' : 'secondary'} small={!first} onClick={() => void chooseFiles(skill, false)}>
        {t('Choose files…')}
      </Button>
      <Button small={!first} onClick={() => void chooseFiles(skill, true)}>
        {t('Choose a folder…')}
      </Button>
      <Button look="quiet" small={!first} onClick={() => setAsking(true)}>
        {t('From URL…')}
      </Button>
      <AddressDialog open={asking} onTake={(url) => void addSources(skill, [url])} onClose={() => setAsking(false)} />
    </>
  )
}
