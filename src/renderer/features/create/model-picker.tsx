import { Check, ChevronDown, Plus, Search } from 'lucide-react'
import { type JSX, type RefObject, useRef, useState } from 'react'
import {
  Autocomplete,
  Button,
  DialogTrigger,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  useFilter,
} from 'react-aria-components'
import type { ModelView } from '../../../contract/catalogue.ts'
import { AsGiven } from '../../components/as-given.tsx'
import buttons from '../../components/button.module.css'
import { Credits } from '../../components/credits.tsx'
import { FoundList } from '../../components/found-list.tsx'
import popover from '../../components/popover.module.css'
import { cx } from '../../format/cx.ts'
import { apart, perLanguage, t } from '../../format/messages.ts'
import { abilities, allAbilities } from '../../forms/model-fit.ts'
import styles from './picker.module.css'

const per = perLanguage(() => ({
  picture: t('a picture'),
  second: t('a second'),
  clip: t('a clip'),
}))

/** The lowest the list shows, and what it is for. Only the quote is a price to pay. */
function ListPrice({ model: { listPrice } }: { model: ModelView }): JSX.Element {
  if (listPrice === null) return <span className="hint">{t('no price shown')}</span>
  return (
    <span className={styles.listPrice}>
      {listPrice.isLowest && <span className="hint">{`${t('from')} `}</span>}
      <Credits value={listPrice.credits} />
      <span className="hint"> {per()[listPrice.per]}</span>
    </span>
  )
}

function Option({ model, chosen }: { model: ModelView; chosen: boolean }): JSX.Element {
  const caps = allAbilities(model)
  return (
    <ListBoxItem
      id={model.id}
      textValue={`${model.name} ${model.provider} ${caps.join(' ')}`}
      className={cx(popover.choice, styles.option)}
    >
      <span>
        {chosen && (
          <>
            <Check size={14} strokeWidth={1.75} aria-hidden />
            <span className="sr-only">{`${t('In use:')} `}</span>
          </>
        )}
      </span>
      <span>
        <span className="strong">
          <AsGiven>{model.name}</AsGiven>
        </span>{' '}
        <span className="hint">
          <AsGiven>{model.provider}</AsGiven>
        </span>
        <span className={styles.caps}>
          {caps.map((cap) => (
            <span key={cap} className={styles.cap}>
              {cap}
            </span>
          ))}
        </span>
      </span>
      <ListPrice model={model} />
    </ListBoxItem>
  )
}

interface ModelPickerProps {
  models: readonly ModelView[]
  chosen: ModelView | null
  bad: boolean
  /** Adds one beside the first: its button says so. */
  adds?: boolean
  onChoose: (id: string) => void
  /** Asks the service for the list as it is now. */
  onReadAgain: () => void
}

interface ChosenModelProps {
  ref: RefObject<HTMLButtonElement | null>
  chosen: ModelView | null
  /** How many there are to choose from. */
  count: number
  bad: boolean
}

/** The button that says which model it is. */
const ChosenModel = ({ ref, chosen, count, bad }: ChosenModelProps): JSX.Element => (
  <Button ref={ref} className={cx(styles.model, bad && styles.bad)}>
    <span className="sr-only">{`${t('Model:')} `}</span>
    <span className="stack tight">
      <span className="strong">{chosen ? apart(chosen.name) : t('Choose a model')}</span>
      <span className="hint">
        {chosen ? abilities(chosen).join(', ') : t('{models} to choose from', { models: count })}
      </span>
    </span>
    <span className="push nowrap">{chosen && <ListPrice model={chosen} />}</span>
    {/* Only a button that spends may be called by a name that ends with credits. */}
    <span className="sr-only">{` ${t('list price, change')}`}</span>
    <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
  </Button>
)

type ModelListProps = Pick<ModelPickerProps, 'models' | 'chosen' | 'onChoose'>

function ModelList({ models, chosen, onChoose }: ModelListProps): JSX.Element {
  const { contains } = useFilter({ sensitivity: 'base' })
  return (
    <Autocomplete filter={contains}>
      <div className={styles.pickerHead}>
        <SearchField className={cx(popover.find, styles.find)} aria-label={t('Find a model')} autoFocus>
          <Search size={14} strokeWidth={1.75} aria-hidden />
          <Input placeholder={t('Name or capability')} />
        </SearchField>
        <span className="hint">{t('List price')}</span>
      </div>
      <FoundList onTake={onChoose}>
        <ListBox
          className={cx(popover.list, styles.list)}
          aria-label={t('Models')}
          selectionMode="single"
          // None is held as selected, so that choosing the one in use again closes the list too.
          selectedKeys={[]}
          renderEmptyState={() => <p className={cx('hint', styles.none)}>{t('No results.')}</p>}
          onSelectionChange={(keys) => {
            const key = keys === 'all' ? undefined : [...keys][0]
            if (key === undefined) return
            onChoose(String(key))
          }}
        >
          {models.map((model) => (
            <Option key={model.id} model={model} chosen={model.id === chosen?.id} />
          ))}
        </ListBox>
      </FoundList>
    </Autocomplete>
  )
}

/** The live list, with what each model can do. Typing finds by name or ability. */
export function ModelPicker({
  models,
  chosen,
  bad,
  adds = false,
  onChoose,
  onReadAgain,
}: ModelPickerProps): JSX.Element {
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      {adds ? (
        <Button ref={trigger} className={cx(buttons.button, buttons.quiet, buttons.small, styles.adds)}>
          <Plus size={14} strokeWidth={1.75} aria-hidden />
          {t('Add a model…')}
        </Button>
      ) : (
        <ChosenModel ref={trigger} chosen={chosen} count={models.length} bad={bad} />
      )}
      <Popover
        aria-label={t('Models')}
        className={cx(popover.popover, styles.picker)}
        placement="bottom start"
        offset={6}
      >
        <ModelList
          models={models}
          chosen={chosen}
          onChoose={(id) => {
            onChoose(id)
            setOpen(false)
          }}
        />
        <div className={cx('row hint', styles.pickerFoot)}>
          {adds
            ? t('Same prompts. Unsupported settings are listed.')
            : t('Changing the model keeps your prompt. Settings it can’t use are listed.')}
          <button type="button" className="text-link push nowrap" onClick={onReadAgain}>
            {t('Refresh')}
          </button>
        </div>
      </Popover>
    </DialogTrigger>
  )
}
