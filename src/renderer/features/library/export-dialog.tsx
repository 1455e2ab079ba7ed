import { type JSX, useState } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { exportName, exportWords, unknownExportWords, usualExportTemplate } from '../../../domain/naming/export-name.ts'
import { ask } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import dialog from '../../components/dialog.module.css'
import { TextField } from '../../components/field.tsx'
import { Switch } from '../../components/switch.tsx'
import { plural } from '../../lib/format.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useNotices } from '../../stores/notices-store.ts'
import styles from './library.module.css'

const example = {
  name: 'dune-at-noon-7f3c2a91',
  title: 'Dune grass at midday',
  'made-with': 'Model',
  date: '2026-11-20',
  request: '7f3c2a91',
  number: '001',
  rating: '4',
}

/** Copies for other people: under a name of one's own, with how they were made beside them, and marked as made. */
export function ExportDialog({ count, onClose }: { count: number; onClose: () => void }): JSX.Element {
  const [template, setTemplate] = useState(usualExportTemplate)
  const [sidecar, setSidecar] = useState(false)
  const [mark, setMark] = useState(true)
  const [busy, setBusy] = useState(false)
  const [unknown] = unknownExportWords(template)
  const problem =
    template.trim() === ''
      ? 'Give the files a name.'
      : unknown === undefined
        ? null
        : `There is no {${unknown}}. There are ${exportWords.map((word) => `{${word}}`).join(', ')}.`

  const act = async (): Promise<void> => {
    const of = useLibrary.getState().selection()
    if (of === null) return
    setBusy(true)
    const answer = await ask('library.export', { of, wish: { template, sidecar, mark } })
    setBusy(false)
    if (!answer || answer.value.folder === null) return
    onClose()
    const { folder, count: made, unmarked, problems } = answer.value
    const parts = [
      `${plural(made, 'copy', 'copies')} exported to ${folder}.`,
      unmarked > 0 ? `${plural(unmarked, 'copy has', 'copies have')} no place for the mark.` : null,
      problems.length > 0 ? `Not exported: ${problems.slice(0, 3).join('; ')}.` : null,
    ]
    useNotices.getState().say({ tone: problems.length > 0 ? 'fault' : 'plain', words: parts.filter(Boolean).join(' ') })
  }
  return (
    <ModalOverlay
      className={dialog.veil ?? ''}
      isOpen
      isDismissable
      onOpenChange={(still) => {
        if (!still) onClose()
      }}
    >
      <Modal className={dialog.modal ?? ''}>
        <Dialog className={dialog.dialog ?? ''}>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              if (problem === null && !busy) void act()
            }}
          >
            <div className={dialog.body}>
              <Heading slot="title" className="head">{`Export ${plural(count, 'copy', 'copies')}`}</Heading>
              <TextField
                label="Name of each file"
                value={template}
                onText={setTemplate}
                maxLength={200}
                problem={problem}
                note={
                  <span>
                    For example <b className="mono">{exportName(template, example, 'png')}</b>. In braces:{' '}
                    {exportWords.join(', ')}.
                  </span>
                }
              />
              <div className={styles.switches}>
                <Switch on={mark} words="Mark them as made by a model (XMP)" onChange={setMark} />
                <Switch on={sidecar} words="Put settings and receipt beside each, as JSON" onChange={setSidecar} />
              </div>
              <p className="small soft">The files in the library stay as they are. Nothing is overwritten.</p>
            </div>
            <div className={dialog.acts}>
              <Button onClick={onClose}>Cancel</Button>
              <Button look="primary" type="submit" disabled={problem !== null || busy}>
                Choose a folder…
              </Button>
            </div>
          </form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
