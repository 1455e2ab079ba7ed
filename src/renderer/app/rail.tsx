import { Frame, ImagePlus, Images, Layers, type LucideIcon, ReceiptText, Rows3, SlidersHorizontal } from 'lucide-react'
import type { JSX } from 'react'
import { Tooltip } from '../components/tooltip.tsx'
import { perLanguage, t } from '../format/messages.ts'
import { useNarrow } from '../hooks/use-narrow.ts'
import { useRequests } from '../stores/requests-store.ts'
import { type Screen, useView } from '../stores/view-store.ts'
import styles from './rail.module.css'

const places = perLanguage(
  (): Record<Screen, { name: string; icon: LucideIcon }> => ({
    library: { name: t('Library'), icon: Images },
    create: { name: t('Create'), icon: ImagePlus },
    skills: { name: t('Skills'), icon: Layers },
    queue: { name: t('Queue'), icon: Rows3 },
    gallery: { name: t('Gallery'), icon: Frame },
    ledger: { name: t('Ledger'), icon: ReceiptText },
    settings: { name: t('Settings'), icon: SlidersHorizontal },
  }),
)

function Place({ screen }: { screen: Screen }): JSX.Element {
  const current = useView((view) => view.screen === screen)
  const go = useView((view) => view.go)
  const asking = useRequests((requests) =>
    screen === 'queue' ? requests.all.filter((each) => each.state === 'needs-decision').length : 0,
  )
  const narrow = useNarrow()
  const { name, icon: Icon } = places()[screen]
  const button = (
    <button
      type="button"
      className={styles.place}
      aria-current={current ? 'page' : undefined}
      aria-describedby={asking > 0 ? 'queue-asks' : undefined}
      onClick={() => go(screen)}
    >
      <Icon size={20} strokeWidth={1.5} aria-hidden />
      <span className={styles.name}>{name}</span>
    </button>
  )
  return (
    <div className={styles.stand}>
      {narrow ? (
        <Tooltip label={name} placement="end">
          {button}
        </Tooltip>
      ) : (
        button
      )}
      {asking > 0 && (
        <span className={styles.count}>
          <span aria-hidden="true">{asking}</span>
          <span className="sr-only" id="queue-asks">
            {t('{asking, plural, one {# request} other {# requests}} waiting for you', { asking })}
          </span>
        </span>
      )}
    </div>
  )
}

export function Rail(): JSX.Element {
  return (
    <nav className={styles.rail} aria-label={t('Places')}>
      <Place screen="library" />
      <Place screen="create" />
      <Place screen="skills" />
      <Place screen="queue" />
      <Place screen="gallery" />
      <Place screen="ledger" />
      <span className={styles.spacer} />
      <Place screen="settings" />
    </nav>
  )
}
