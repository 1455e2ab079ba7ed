import { Check, ChevronDown } from 'lucide-react'
import type { JSX } from 'react'
import { Select as AriaSelect, Button, ListBox, ListBoxItem, Popover, SelectValue } from 'react-aria-components'
import { cx } from '../format/cx.ts'
import { t } from '../format/messages.ts'
import popover from './popover.module.css'
import styles from './select.module.css'

interface SelectProps<T extends string | number> {
  label: string
  options: readonly { value: T; label: string }[]
  value: T | null
  onChoose: (value: T) => void
}

/** One of many. */
export function Select<T extends string | number>({ label, options, value, onChoose }: SelectProps<T>): JSX.Element {
  return (
    <AriaSelect
      aria-label={label}
      selectedKey={value}
      onSelectionChange={(key) => {
        const option = options.find((each) => each.value === key)
        if (option) onChoose(option.value)
      }}
      placeholder={t('Choose one')}
    >
      <Button className={styles.button ?? ''}>
        <SelectValue className={styles.value ?? ''} />
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
      </Button>
      <Popover className={cx(popover.popover, styles.menu)} offset={4}>
        <ListBox
          className={cx(popover.list, styles.list)}
          items={options.map((option) => ({ ...option, id: option.value }))}
        >
          {({ label }) => (
            <ListBoxItem className={popover.item ?? ''} textValue={label}>
              {({ isSelected }) => (
                <>
                  <span className={styles.mark}>
                    {isSelected && <Check size={14} strokeWidth={1.75} aria-hidden />}
                  </span>
                  {label}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
