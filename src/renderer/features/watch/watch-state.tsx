import { CircleAlert, Eye, Moon, Pause, TriangleAlert } from 'lucide-react'
import type { JSX } from 'react'
import type { WatchView } from '../../../contract/watch.ts'
import { StateBadge } from '../../components/state-badge.tsx'
import { perLanguage, t } from '../../format/messages.ts'
import type { StateLook } from '../../format/state-look.ts'

const looks = perLanguage(
  (): Record<WatchView['state'], StateLook> => ({
    on: { word: t('Watching'), icon: Eye, ink: 'live' },
    held: { word: t('On hold'), icon: TriangleAlert, ink: 'attention' },
    trouble: { word: t('Not checked'), icon: CircleAlert, ink: 'fault' },
    paused: { word: t('Paused'), icon: Pause, ink: 'grey' },
    elsewhere: { word: t('Inactive'), icon: Moon, ink: 'grey' },
  }),
)

export function WatchState({ watch, framed = true }: { watch: WatchView; framed?: boolean }): JSX.Element {
  return <StateBadge look={looks()[watch.state]} framed={framed} />
}
