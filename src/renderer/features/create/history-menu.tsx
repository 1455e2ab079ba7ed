import { History, Search } from 'lucide-react'
import { type JSX, useEffect, useState } from 'react'
import {
  Button as AriaButton,
  Autocomplete,
  DialogTrigger,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
} from 'react-aria-components'
import type { PromptView } from '../../../contract/views.ts'
import { call } from '../../bridge/bridge.ts'
import { given } from '../../components/as-given.tsx'
import buttons from '../../components/button.module.css'
import { FoundList } from '../../components/found-list.tsx'
import { Thumb } from '../../components/picture.tsx'
import popover from '../../components/popover.module.css'
import { Segmented } from '../../components/segmented.tsx'
import { cx } from '../../format/cx.ts'
import { clock, dateShort, dayKey } from '../../format/format.ts'
import { perLanguage, t } from '../../format/messages.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { useCreate } from '../../stores/create-store.ts'
import { fillPrompt } from '../gallery/fill-create.ts'
import styles from './picker.module.css'

const takes = perLanguage(
  () =>
    [
      { value: 'prompt', label: t('Prompt') },
      { value: 'all', label: t('With its settings') },
    ] as const,
)

const mostShown = 60

function when({ at }: PromptView): string {
  const today = dayKey(Date.now()) === dayKey(at)
  return today ? clock(at) : dateShort(at)
}

function Entry({ entry }: { entry: PromptView }): JSX.Element {
  return (
    <ListBoxItem id={entry.requestId} textValue={entry.prompt} className={cx(popover.choice, styles.past)}>
      <Thumb src={entry.thumbnail} alt="" width={44} height={44} />
      <span className="stack tight">
        <span className={styles.pastPrompt} {...given}>
          {entry.prompt}
        </span>
        <span className="hint">
          {entry.times > 1
            ? t('{model}, {when}, ordered {times} times', {
                model: entry.modelName,
                when: when(entry),
                times: entry.times,
              })
            : t('{model}, {when}', { model: entry.modelName, when: when(entry) })}
        </span>
      </span>
    </ListBoxItem>
  )
}

/** Prompts as the receipts have them; searched by the engine, so that all of them are found. */
function usePast(search: string): readonly PromptView[] | null {
  const [past, setPast] = useState<readonly PromptView[] | null>(null)
  const settled = useDebounced(search, 120)
  useEffect(() => {
    let current = true
    void call('prompts.history', { search: settled, limit: mostShown }).then((answer) => {
      if (current) setPast(answer.ok ? answer.value : [])
    })
    return () => {
      current = false
    }
  }, [settled])
  return past
}

function Past({ onTaken }: { onTaken: () => void }): JSX.Element {
  const [search, setSearch] = useState('')
  const [take, setTake] = useState<ReturnType<typeof takes>[number]['value']>('prompt')
  const past = usePast(search)
  const use = async (requestId: string): Promise<void> => {
    const entry = past?.find((each) => each.requestId === requestId)
    const { form, change, takeOrderOf } = useCreate.getState()
    if (!entry) return
    onTaken()
    if (take === 'all') await takeOrderOf(requestId)
    else if (form.many === 'lines') change({ lines: `${form.lines}${form.lines === '' ? '' : '\n'}${oneLine(entry)}` })
    else fillPrompt(entry.prompt)
  }
  return (
    <>
      <Autocomplete>
        <div className={styles.pickerHead}>
          <SearchField
            className={cx(popover.find, styles.find)}
            aria-label={t('Find a prompt')}
            autoFocus
            value={search}
            onChange={setSearch}
          >
            <Search size={14} strokeWidth={1.75} aria-hidden />
            <Input placeholder={t('Search prompts')} />
          </SearchField>
        </div>
        <FoundList onTake={(id) => void use(id)}>
          <ListBox
            className={cx(popover.list, styles.list)}
            aria-label={t('Earlier prompts')}
            selectionMode="single"
            selectedKeys={[]}
            renderEmptyState={() => (
              <p className={cx('hint', styles.none)}>
                {past === null
                  ? t('Loading receipts…')
                  : search === ''
                    ? t('No orders yet. Every prompt you order is kept with its receipt.')
                    : t('No results.')}
              </p>
            )}
            onSelectionChange={(keys) => {
              const key = keys === 'all' ? undefined : [...keys][0]
              if (key !== undefined) void use(String(key))
            }}
          >
            {(past ?? []).map((entry) => (
              <Entry key={entry.requestId} entry={entry} />
            ))}
          </ListBox>
        </FoundList>
      </Autocomplete>
      <div className={cx('row', styles.pickerFoot)}>
        <span className="hint">{t('Apply')}</span>
        <Segmented label={t('What to apply')} options={takes()} value={take} onChoose={setTake} />
      </div>
    </>
  )
}

/** A brace of an earlier prompt is a brace, also where braces mean alternatives. */
const oneLine = ({ prompt }: PromptView): string => prompt.replace(/[{}|\\]/g, '\\$&').replace(/\s*\n\s*/g, ' ')

/** Prompts that were ordered before, newest first. */
export function HistoryMenu(): JSX.Element {
  const [open, setOpen] = useState(false)
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      <AriaButton className={cx(buttons.button, buttons.quiet, buttons.small)}>
        <History size={14} strokeWidth={1.75} aria-hidden />
        {t('History')}
      </AriaButton>
      <Popover
        aria-label={t('History')}
        className={cx(popover.popover, styles.picker)}
        placement="bottom start"
        offset={6}
      >
        <Past onTaken={() => setOpen(false)} />
      </Popover>
    </DialogTrigger>
  )
}
