import { Check, type LucideIcon } from 'lucide-react'
import type { JSX, ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components'
import { cx } from '../format/cx.ts'
import { t } from '../format/messages.ts'
import { AsGiven } from './as-given.tsx'
import styles from './menu.module.css'
import popover from './popover.module.css'

export interface MenuEntry {
  id: string
  label: string
  /** The label is somebody's own: the name of a collection, a prompt. */
  given?: boolean
  icon?: LucideIcon
  /** At the end of the line: a count, a key. */
  aside?: string
  chosen?: boolean
  disabled?: boolean
  act: () => void
}

interface MenuProps {
  label: string
  /** A button of react-aria-components. */
  trigger: ReactNode
  /** Groups have a line between them. */
  groups: readonly (readonly MenuEntry[])[]
}

/** Acts, or places to go to, behind a button. */
export function Menu({ label, trigger, groups }: MenuProps): JSX.Element {
  const shown = groups.filter((group) => group.length > 0)
  const marks = shown.some((group) => group.some((entry) => entry.chosen !== undefined || entry.icon !== undefined))
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={cx(popover.popover, styles.popover)} offset={4} placement="bottom start">
        <AriaMenu
          className={cx(popover.list, styles.menu)}
          aria-label={label}
          onAction={(key) =>
            shown
              .flat()
              .find((entry) => entry.id === key)
              ?.act()
          }
        >
          {shown.map((group, at) => (
            <MenuSection key={group[0]?.id ?? at} aria-label={t('Group {place}', { place: at + 1 })}>
              {at > 0 && <Separator className={styles.line ?? ''} />}
              {group.map(({ id, label, given, icon: Icon, aside, chosen, disabled }) => (
                <MenuItem
                  key={id}
                  id={id}
                  textValue={label}
                  isDisabled={disabled ?? false}
                  className={popover.item ?? ''}
                >
                  {marks && (
                    <span className={styles.mark}>
                      {Icon ? (
                        <Icon size={16} strokeWidth={1.6} aria-hidden />
                      ) : (
                        chosen && <Check size={14} strokeWidth={1.75} aria-hidden />
                      )}
                    </span>
                  )}
                  <span className={styles.words}>{given ? <AsGiven>{label}</AsGiven> : label}</span>
                  {chosen && <span className="sr-only">{` ${t('(chosen)')}`}</span>}
                  {chosen && Icon && <Check size={14} strokeWidth={1.75} aria-hidden />}
                  {aside !== undefined && <span className={styles.aside}>{aside}</span>}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
