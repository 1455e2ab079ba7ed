import type { JSX } from 'react'
import type { CallInput } from '../../../contract/ipc.ts'
import type { AppSnapshot } from '../../../contract/views.ts'
import { ask } from '../../bridge.ts'
import { Pairs } from '../../components/pairs.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { takeSnapshot } from '../../stores/mirror.ts'
import { Card } from './card.tsx'

const themes = [
  { value: 'system', words: 'System' },
  { value: 'light', words: 'Light' },
  { value: 'dark', words: 'Dark' },
] as const

const contrasts = [
  { value: 'system', words: 'System' },
  { value: 'more', words: 'High' },
] as const

export function AppearanceCard({ snapshot }: { snapshot: AppSnapshot }): JSX.Element {
  const choose = async (change: CallInput<'app.setTheme'>): Promise<void> => {
    const answer = await ask('app.setTheme', change)
    if (answer) takeSnapshot(answer.value)
  }
  return (
    <Card title="Appearance" section="appearance">
      <Pairs
        of={[
          {
            name: 'Theme',
            value: (
              <Segmented
                label="Theme"
                options={themes}
                value={snapshot.theme}
                onChoose={(theme) => void choose({ theme })}
              />
            ),
          },
          {
            name: 'Contrast',
            value: (
              <Segmented
                label="Contrast"
                options={contrasts}
                value={snapshot.contrast}
                onChoose={(contrast) => void choose({ contrast })}
              />
            ),
          },
          { name: 'Language', value: 'English. It is the only one so far.' },
        ]}
      />
      <p className="hint">Motion follows the system’s own setting. Pictures are shown the same in every theme.</p>
    </Card>
  )
}
