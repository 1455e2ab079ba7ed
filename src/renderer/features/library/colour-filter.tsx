import { ChevronDown } from 'lucide-react'
import type { JSX } from 'react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { colourNames } from '../../../domain/library/colours.ts'
import popover from '../../components/popover.module.css'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import styles from './library.module.css'
import { colourWordsOf, swatches } from './swatches.ts'

/** Twelve swatches behind a button. */
export function ColourFilter(): JSX.Element {
  const setFilter = useLibrary((library) => library.setFilter)
  return (
    <DialogTrigger>
      <AriaButton className={styles.chip ?? ''}>
        {t('Colour')}
        <ChevronDown size={12} strokeWidth={2} aria-hidden />
      </AriaButton>
      <Popover className={cx(popover.popover)} offset={4} placement="bottom start">
        <Dialog className={styles.swatches ?? ''} aria-label={t('Colour')}>
          {({ close }) =>
            colourNames.map((colour) => (
              <button
                key={colour}
                type="button"
                className={styles.swatchChoice}
                aria-label={colourWordsOf(colour)}
                title={colourWordsOf(colour)}
                onClick={() => {
                  close()
                  setFilter({ colour })
                }}
              >
                <span className={styles.swatch} style={{ background: swatches[colour] }} aria-hidden />
              </button>
            ))
          }
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
