import type { JSX } from 'react'
import type { AppSnapshot } from '../../../contract/app.ts'
import type { CallInput } from '../../../contract/ipc.ts'
import { callMain } from '../../bridge/bridge.ts'
import { Pairs } from '../../components/pairs.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { Select } from '../../components/select.tsx'
import { languages, languageTags } from '../../format/languages.ts'
import { apart, perLanguage, t } from '../../format/messages.ts'
import { takeSnapshot } from '../../stores/mirror.ts'
import { Card } from './card.tsx'
import styles from './settings.module.css'

const themes = perLanguage(
  () =>
    [
      { value: 'system', label: t('System') },
      { value: 'light', label: t('Light') },
      { value: 'dark', label: t('Dark') },
    ] as const,
)

const contrasts = perLanguage(
  () =>
    [
      { value: 'system', label: t('System') },
      { value: 'more', label: t('High') },
    ] as const,
)

/** English is the only language there is; a pseudo-language that is set can be left. */
const offersLanguages = ({ hasTestLanguages, language }: AppSnapshot): boolean => hasTestLanguages || language !== 'en'

export function AppearanceCard({ snapshot }: { snapshot: AppSnapshot }): JSX.Element {
  const choose = async (change: CallInput<'app.setTheme'>): Promise<void> => {
    const answer = await callMain('app.setTheme', change)
    if (answer) takeSnapshot(answer.value)
  }
  return (
    <Card title={t('Appearance')} section="appearance">
      <Pairs
        of={[
          {
            name: t('Theme'),
            value: (
              <Segmented
                label={t('Theme')}
                options={themes()}
                value={snapshot.theme}
                onChoose={(theme) => void choose({ theme })}
              />
            ),
          },
          {
            name: t('Contrast'),
            value: (
              <Segmented
                label={t('Contrast')}
                options={contrasts()}
                value={snapshot.contrast}
                onChoose={(contrast) => void choose({ contrast })}
              />
            ),
          },
          ...(offersLanguages(snapshot)
            ? [
                {
                  name: t('Language'),
                  value: (
                    <span className={styles.language} data-language="">
                      <Select
                        label={t('Language')}
                        options={languageTags.map((tag) => ({ value: tag, label: apart(languages[tag].name) }))}
                        value={snapshot.language}
                        onChoose={(language) => void choose({ language })}
                      />
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
      <p className="hint">{t('Motion follows the system setting. Pictures look the same in every theme.')}</p>
    </Card>
  )
}
