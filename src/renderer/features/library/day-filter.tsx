import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { type JSX, useContext } from 'react'
import {
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DialogTrigger,
  Heading,
  OverlayTriggerStateContext,
  Popover,
} from 'react-aria-components'
import popover from '../../components/popover.module.css'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import styles from './day-filter.module.css'
import library from './library.module.css'
import { spans } from './spans.ts'

function Days(): JSX.Element {
  const setFilter = useLibrary((mirror) => mirror.setFilter)
  const popoverState = useContext(OverlayTriggerStateContext)
  const choose = (when: string): void => {
    popoverState?.close()
    setFilter({ when })
  }
  return (
    <div className={styles.days ?? ''}>
      <div className={styles.spans}>
        {spans().map(({ when, label }) => (
          <button key={when} type="button" className={styles.span} onClick={() => choose(when)}>
            {label}
          </button>
        ))}
      </div>
      <Calendar aria-label={t('A day')} className={styles.calendar ?? ''} onChange={(day) => choose(`${day}`)}>
        <div className={styles.head}>
          <AriaButton slot="previous" className={library.iconButton ?? ''}>
            <ChevronLeft className="points" size={16} strokeWidth={1.6} aria-hidden />
          </AriaButton>
          <Heading className={styles.month ?? ''} />
          <AriaButton slot="next" className={library.iconButton ?? ''}>
            <ChevronRight className="points" size={16} strokeWidth={1.6} aria-hidden />
          </AriaButton>
        </div>
        <CalendarGrid weekdayStyle="short">
          {(date) => <CalendarCell date={date} className={styles.day ?? ''} />}
        </CalendarGrid>
      </Calendar>
    </div>
  )
}

/**
 * When something was made: a few spans, and a calendar that the arrow keys go through. The popover itself is the dialog:
 * its unseen buttons for screen readers, which close it, would be in no landmark beside one.
 */
export function DayFilter(): JSX.Element {
  return (
    <DialogTrigger>
      <AriaButton className={library.chip ?? ''}>
        {t('Date')}
        <ChevronDown size={12} strokeWidth={2} aria-hidden />
      </AriaButton>
      <Popover className={cx(popover.popover)} offset={4} placement="bottom start" aria-label={t('Date')}>
        <Days />
      </Popover>
    </DialogTrigger>
  )
}
