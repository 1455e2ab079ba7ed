import type { JSX } from 'react'
import { Tab, TabList } from 'react-aria-components'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { firstSkill, knownSkills, skillLabels } from '../../format/skill-names.ts'
import { tabPrice } from '../../forms/tab-price.ts'
import { useSkills } from '../../stores/skill-store.ts'
import styles from './skills.module.css'

/** Of one picture: what is ordered may be several. */
function PriceTag({ credits, stands }: { credits: number; stands: boolean }): JSX.Element {
  const each = stands ? t('credits each, with these settings') : t('credits per picture, with default settings')
  return (
    <span className={styles.tabPrice} title={`${figure(credits)} ${each}`}>
      {figure(credits)}
      <span aria-hidden="true">{`\u2009${t('cr')}`}</span>
      <span className="sr-only">{` ${each}`}</span>
    </span>
  )
}

/** The Skills that the catalogue lists, each with its price; without a catalogue those the window knows. */
export function SkillTabs(): JSX.Element {
  const skills = useSkills((state) => state.skills)
  const stands = useSkills((state) => state.stands)
  const works = useSkills((state) => state.works)
  const listed = new Map(skills?.skills.map((skill) => [skill.id, skill]))
  const known = knownSkills.filter((id) => id === firstSkill || listed.size === 0 || listed.has(id))
  const others = [...listed.keys()].filter((id) => !knownSkills.includes(id))
  return (
    <TabList className={styles.tabs ?? ''} aria-label={t('Skills')}>
      {[...known, ...others].map((id) => {
        const { name, icon: Icon } = skillLabels(id)
        const skill = listed.get(id)
        const price = skill && tabPrice(skill, works[id]?.values ?? {}, stands[id] ?? null, skills?.readAt ?? null)
        const isLater = skill !== undefined && !skill.supported
        return (
          <Tab key={id} id={id} isDisabled={isLater} className={styles.tab ?? ''}>
            <Icon size={16} strokeWidth={1.6} aria-hidden />
            {name}
            {isLater && <span className={styles.later}>{t('later')}</span>}
            {skill?.supported && price && <PriceTag {...price} />}
          </Tab>
        )
      })}
    </TabList>
  )
}
