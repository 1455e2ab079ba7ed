import { ChevronDown } from 'lucide-react'
import type { JSX } from 'react'
import { Button } from 'react-aria-components'
import { Menu } from '../../components/menu.tsx'
import { t } from '../../format/messages.ts'
import type { Other } from './compared.ts'
import styles from './library.module.css'

interface Props {
  others: readonly Other[]
  other: Other
  onChoose: (id: string) => void
}

/** With what the open picture is compared, where there is a choice. */
export function OtherPicker({ others, other, onChoose }: Props): JSX.Element | null {
  if (others.length < 2) return null
  return (
    <Menu
      label={t('Compare with')}
      trigger={
        <Button className={styles.chip ?? ''}>
          <span className="sr-only">{`${t('Compare with')} `}</span>
          <span className="cut-end">{other.label}</span>
          <ChevronDown size={12} strokeWidth={2} aria-hidden />
        </Button>
      }
      groups={[others.map(({ id, label }) => ({ id, label, chosen: id === other.id, act: () => onChoose(id) }))]}
    />
  )
}
