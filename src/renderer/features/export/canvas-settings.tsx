import { type JSX, useState } from 'react'
import type { ExportPicture } from '../../../domain/export/choice.ts'
import { FieldNote, TextField } from '../../components/field.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { Switch } from '../../components/switch.tsx'
import { t } from '../../format/messages.ts'
import styles from './export.module.css'
import { Labelled } from './labelled.tsx'
import { WholeNumberField } from './number-field.tsx'

interface Props {
  picture: ExportPicture
  change: (part: Partial<ExportPicture>) => void
}

export const TrimSetting = ({ picture, change }: Props): JSX.Element => (
  <div className={styles.group}>
    <Switch on={picture.trim} label={t('Trim transparent edges')} onChange={(trim) => change({ trim })} />
    {picture.trim && (
      <WholeNumberField
        label={t('Padding, px')}
        value={picture.padding}
        least={0}
        most={2000}
        onNumber={(padding) => change({ padding: padding ?? 0 })}
      />
    )}
  </div>
)

const colours = { white: '#ffffff', black: '#000000' } as const
type Background = 'none' | keyof typeof colours | 'own'

function wordOf(background: string | null): Background {
  if (background === null) return 'none'
  return background === colours.white ? 'white' : background === colours.black ? 'black' : 'own'
}

export function BackgroundSetting({ picture, change }: Props): JSX.Element {
  const { background, format } = picture
  const [isOwn, setOwn] = useState(false)
  const word = isOwn ? 'own' : wordOf(background)
  const choose = (chosen: Background): void => {
    setOwn(chosen === 'own')
    if (chosen === 'none') change({ background: null })
    else if (chosen !== 'own') change({ background: colours[chosen] })
    else if (background === null) change({ background: '#e5e5e5' })
  }
  return (
    <Labelled label={t('Background')}>
      <Segmented
        label={t('Background')}
        wide
        options={[
          { value: 'none', label: t('None') },
          { value: 'white', label: t('White') },
          { value: 'black', label: t('Black') },
          { value: 'own', label: t('Colour') },
        ]}
        value={word}
        onChoose={choose}
      />
      {word === 'own' && (
        <ColourField value={background ?? '#e5e5e5'} onColour={(hex) => change({ background: hex })} />
      )}
      {word === 'none' && format === 'jpeg' && (
        <FieldNote>{t('JPEG has no transparency: what is clear becomes white.')}</FieldNote>
      )}
    </Labelled>
  )
}

const whole = /^#[0-9a-f]{6}$/

function ColourField({ value, onColour }: { value: string; onColour: (hex: string) => void }): JSX.Element {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? value
  const hex = (text: string): string => `#${text.trim().replace(/^#/, '').toLowerCase()}`
  return (
    <div className={styles.colour}>
      <TextField
        label={t('Colour as #rrggbb')}
        mono
        maxLength={7}
        value={shown}
        problem={whole.test(hex(shown)) ? null : t('Six figures or letters a to f, such as #e5e5e5.')}
        onText={(text) => {
          setTyped(text)
          if (whole.test(hex(text))) onColour(hex(text))
        }}
        onBlur={() => setTyped(null)}
      />
      <span className={styles.swatch} style={{ background: value }} aria-hidden="true" />
    </div>
  )
}

export const ProfileSetting = ({ picture, change }: Props): JSX.Element => (
  <Labelled label={t('Colour profile')}>
    <Segmented
      label={t('Colour profile')}
      wide
      options={[
        { value: 'srgb', label: t('sRGB') },
        { value: 'original', label: t('Same as original') },
      ]}
      value={picture.profile}
      onChoose={(profile) => change({ profile })}
    />
  </Labelled>
)
