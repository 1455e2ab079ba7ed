import { FolderInput } from 'lucide-react'
import type { JSX } from 'react'
import { Button } from 'react-aria-components'
import type { RequestView } from '../../../contract/views.ts'
import buttons from '../../components/button.module.css'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { useProjects } from '../../stores/projects-store.ts'
import { ProjectPicker } from './project-picker.tsx'

/** Of several requests at once. */
export function FileUnder({ requests }: { requests: readonly RequestView[] }): JSX.Element {
  const file = useProjects((state) => state.file)
  const [first] = requests
  const isOne = requests.every(({ project }) => project === first?.project)
  return (
    <ProjectPicker
      label={t('File under')}
      value={isOne ? first?.project : undefined}
      onChoose={(project) =>
        void file(
          requests.map(({ id }) => id),
          project,
        )
      }
      trigger={
        <Button className={cx(buttons.button, buttons.secondary, buttons.small)}>
          <FolderInput size={14} strokeWidth={1.75} aria-hidden />
          {t('File under…')}
        </Button>
      }
    />
  )
}
