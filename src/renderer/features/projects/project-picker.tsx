import { Check, Plus, Search } from 'lucide-react'
import { type JSX, type ReactNode, useEffect, useState } from 'react'
import {
  Autocomplete,
  DialogTrigger,
  Input,
  type Key,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
} from 'react-aria-components'
import { mostProjectCharacters } from '../../../domain/ledger/project-name.ts'
import { AsGiven } from '../../components/as-given.tsx'
import { FoundList } from '../../components/found-list.tsx'
import popover from '../../components/popover.module.css'
import { cx } from '../../format/cx.ts'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useProjects } from '../../stores/projects-store.ts'
import { type ProjectEntry, projectEntries } from './project-entries.ts'
import styles from './projects.module.css'

function Words({ entry }: { entry: ProjectEntry }): JSX.Element {
  switch (entry.kind) {
    case 'none':
      return <span className={styles.words}>{t('No project')}</span>
    case 'new':
      return <span className={styles.words}>{t('New project “{name}”', { name: entry.name })}</span>
    case 'known':
      return (
        <>
          <span className={styles.words}>
            <AsGiven>{entry.name}</AsGiven>
          </span>
          <span
            className={styles.count}
            title={t('{count, plural, one {# request} other {# requests}}', { count: entry.count })}
          >
            {figure(entry.count)}
          </span>
        </>
      )
  }
}

interface ListProps {
  /** Marked as chosen; undefined where several requests are under different ones. */
  value: string | null | undefined
  onChoose: (project: string | null) => void
}

function List({ value, onChoose }: ListProps): JSX.Element {
  const [typed, setTyped] = useState('')
  const projects = useProjects((state) => state.projects)
  const read = useProjects((state) => state.read)
  useEffect(() => void read(), [read])
  const entries = projectEntries(projects, typed)
  const take = (id: Key | undefined): void => {
    const entry = entries.find((each) => each.id === id)
    if (entry) onChoose(entry.kind === 'none' ? null : entry.name)
  }
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <SearchField className={cx(popover.find, styles.find)} aria-label={t('Find or name a project')} autoFocus>
        <Search size={14} strokeWidth={1.75} aria-hidden />
        <Input
          placeholder={t('A client, a campaign')}
          maxLength={mostProjectCharacters}
          dir="auto"
          spellCheck={false}
          autoComplete="off"
        />
      </SearchField>
      <FoundList onTake={take}>
        <ListBox
          className={cx(popover.list, styles.list)}
          aria-label={t('Projects')}
          selectionMode="single"
          selectedKeys={[]}
          onSelectionChange={(keys) => take(keys === 'all' ? undefined : [...keys][0])}
        >
          {entries.map((entry) => {
            const isChosen = value !== undefined && entry.kind !== 'new' && entry.name === value
            return (
              <ListBoxItem
                key={entry.id}
                id={entry.id}
                textValue={entry.name ?? t('No project')}
                className={popover.item ?? ''}
              >
                <span className={styles.mark}>
                  {entry.kind === 'new' && <Plus size={14} strokeWidth={1.75} aria-hidden />}
                  {isChosen && <Check size={14} strokeWidth={1.75} aria-hidden />}
                </span>
                <Words entry={entry} />
                {isChosen && <span className="sr-only">{` ${t('(chosen)')}`}</span>}
              </ListBoxItem>
            )
          })}
        </ListBox>
      </FoundList>
    </Autocomplete>
  )
}

interface ProjectPickerProps extends ListProps {
  label: string
  /** A button of react-aria-components. */
  trigger: ReactNode
  placement?: 'top end' | 'bottom end'
}

/** A project out of those that there are, or a new one by its name, or none. */
export function ProjectPicker({
  label,
  trigger,
  value,
  onChoose,
  placement = 'bottom end',
}: ProjectPickerProps): JSX.Element {
  const [open, setOpen] = useState(false)
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      {trigger}
      <Popover aria-label={label} className={cx(popover.popover, styles.picker)} placement={placement} offset={4}>
        <List
          value={value}
          onChoose={(project) => {
            setOpen(false)
            onChoose(project)
          }}
        />
      </Popover>
    </DialogTrigger>
  )
}
