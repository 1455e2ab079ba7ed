import type { JSX, ReactNode } from 'react'
import { Switch as AriaSwitch } from 'react-aria-components'
import styles from './switch.module.css'

interface SwitchProps {
  label: string
  on: boolean
  note?: ReactNode
  onChange: (on: boolean) => void
}

/** On or off, at once. */
export function Switch({ label, on, note, onChange }: SwitchProps): JSX.Element {
  return (
    <AriaSwitch className={styles.switch ?? ''} isSelected={on} onChange={onChange}>
      <span className={styles.track} aria-hidden="true">
        <i className={styles.knob} />
      </span>
      <span className={styles.words}>
        <span>{label}</span>
        {note !== undefined && note !== null && <span className="hint">{note}</span>}
      </span>
    </AriaSwitch>
  )
}
