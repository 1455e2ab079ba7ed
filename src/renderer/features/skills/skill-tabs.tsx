import { ImageUpscale, type LucideIcon, Megaphone, Scissors, ShoppingBag, Square } from 'lucide-react'
import type { JSX } from 'react'
import { skillNames } from '../../lib/skill-names.ts'
import { cutout, useCutout } from '../../stores/cutout-store.ts'
import styles from './skills.module.css'

const icons: Readonly<Record<string, LucideIcon>> = {
  [cutout]: Scissors,
  'product-detail': ShoppingBag,
  'brand-poster': Megaphone,
  'white-bg': Square,
  upscale: ImageUpscale,
}

/** The Skills the catalogue lists. Those this version cannot run are named, not offered. */
export function SkillTabs(): JSX.Element {
  const skills = useCutout((state) => state.skills)
  const listed = new Set(skills?.skills.map((skill) => skill.id) ?? [])
  const shown = Object.entries(skillNames).filter(([id]) => id === cutout || listed.has(id))
  return (
    <div className={styles.tabs} role="tablist" aria-label="Skills">
      {shown.map(([id, name]) => {
        const Icon = icons[id] ?? Square
        return id === cutout ? (
          <button
            key={id}
            type="button"
            role="tab"
            id="tab-cutout"
            aria-selected="true"
            aria-controls="skill-panel"
            className={styles.tab}
          >
            <Icon size={16} strokeWidth={1.6} aria-hidden />
            {name}
          </button>
        ) : (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected="false"
            aria-disabled="true"
            tabIndex={-1}
            title="Comes with a later version"
            className={styles.tab}
          >
            <Icon size={16} strokeWidth={1.6} aria-hidden />
            {name} <span className={styles.later}>later</span>
          </button>
        )
      })}
    </div>
  )
}
