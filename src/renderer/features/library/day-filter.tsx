import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import type { JSX } from 'react'
import {
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  Dialog,
  DialogTrigger,
  Heading,
  Popover,
} from 'react-aria-components'
import popover from '../../components/popover.module.css'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import styles from './day-filter.module.css'
import library from './library.module.css'
import { spans } from './spans.ts'

/** When something was made: a few spans, and a calendar that the arrow keys go through. */
export function DayFilter(): JSX.Element {
  const setFilter = useLibrary((mirror) => mirror.setFilter)
  return (
    <DialogTrigger>
      <AriaButton className={library.chip ?? ''}>
        {t('Date')}
        <ChevronDown size={12} strokeWidth={2} aria-hidden />
      </AriaButton>
      <Popover className={cx(popover.popover)} offset={4} placement="bottom start">
        <Dialog className={styles.days ?? ''} aria-label={t('Date')}>
          {({ close }) => {
            const choose = (when: string): void => {
              close()
              setFilter({ when })
            }
            return (
              <>
                <div className={styles.spans}>
                  {spans().map(({ when, label }) => (
                    <button key={when} type="button" className={styles.span} onClick={() => choose(when)}>
                      {label}
                    </button>
                  ))}
                </div>
                <Calendar
                  aria-label={t('A day')}
                  className={styles.calendar ?? ''}
                  onChange={(day) => choose(`${day}`)}
                >
                  <header className={styles.head}>
                    <AriaButton slot="previous" className={library.iconButton ?? ''}>
                      <ChevronLeft className="points" size={16} strokeWidth={1.6} aria-hidden />
                    </AriaButton>
                    <Heading className={styles.month ?? ''} />
                    <AriaButton slot="next" className={library.iconButton ?? ''}>
                      <ChevronRight className="points" size={16} strokeWidth={1.6} aria-hidden />
                    </AriaButton>
                  </header>
                  <CalendarGrid weekdayStyle="short">
                    {(date) => <CalendarCell date={date} className={styles.day ?? ''} />}
                  </CalendarGrid>
                </Calendar>
              </>
            )
          }}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
