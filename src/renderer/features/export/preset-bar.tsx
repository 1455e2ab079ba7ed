import { X } from 'lucide-react'
import { type JSX, useEffect, useState } from 'react'
import { pictureFor, type StartingPoint, startingPoints } from '../../../domain/export/starting-points.ts'
import { type ExportPreset, type ExportWish, exportPreset } from '../../../domain/export/wish.ts'
import { call, callMain } from '../../bridge/bridge.ts'
import { AsGiven } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { cx } from '../../format/cx.ts'
import { perLanguage, t } from '../../format/messages.ts'
import styles from './export.module.css'

const pointWords = perLanguage(
  (): Record<StartingPoint, string> => ({
    web: t('Web'),
    social: t('Social'),
    app: t('App, 1× 2×'),
    print: t('Print'),
  }),
)

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

interface Props {
  wish: ExportWish
  onWish: (wish: Partial<ExportWish>) => void
}

interface OwnPresetProps {
  name: string
  isOn: boolean
  onUse: () => void
  onDrop: () => void
}

const OwnPreset = ({ name, isOn, onUse, onDrop }: OwnPresetProps): JSX.Element => (
  <span className={styles.ownPreset}>
    <button type="button" className={styles.preset} aria-pressed={isOn} onClick={onUse}>
      <AsGiven>{name}</AsGiven>
    </button>
    <button type="button" className={styles.drop} aria-label={t('Delete preset {name}', { name })} onClick={onDrop}>
      <X size={12} strokeWidth={2} aria-hidden />
    </button>
  </span>
)

interface NameFieldProps {
  name: string
  onName: (name: string | null) => void
  onKeep: () => void
}

const NameField = ({ name, onName, onKeep }: NameFieldProps): JSX.Element => (
  <span className={cx('row', styles.naming)}>
    <TextField
      label={t('Preset name')}
      value={name}
      maxLength={60}
      autoFocus
      onText={onName}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          // The form around it exports.
          event.preventDefault()
          onKeep()
        } else if (event.key === 'Escape') {
          event.stopPropagation()
          onName(null)
        }
      }}
    />
    <Button small disabled={name.trim() === ''} onClick={onKeep}>
      {t('Save')}
    </Button>
  </span>
)

/** Ways to export: ours to begin with, and those that were named. */
export function PresetBar({ wish, onWish }: Props): JSX.Element {
  const [presets, setPresets] = useState<readonly ExportPreset[]>([])
  const [name, setName] = useState<string | null>(null)
  useEffect(() => {
    void call('exports.presets', undefined).then((answer) => {
      if (answer.ok) setPresets(answer.value)
    })
  }, [])
  const keep = async (): Promise<void> => {
    const preset = exportPreset.safeParse({ name, wish })
    const answer = preset.success ? await callMain('exports.keepPreset', preset.data) : null
    if (!answer) return
    setPresets(answer.value)
    setName(null)
  }
  const drop = async (dropped: string): Promise<void> => {
    const answer = await callMain('exports.dropPreset', { name: dropped })
    if (answer) setPresets(answer.value)
  }
  return (
    <fieldset className={styles.presets} aria-label={t('Presets')}>
      {startingPoints.map((point) => (
        <button
          key={point}
          type="button"
          className={styles.preset}
          aria-pressed={isSame(wish.picture, pictureFor[point])}
          onClick={() => onWish({ picture: pictureFor[point] })}
        >
          {pointWords()[point]}
        </button>
      ))}
      {presets.map((preset) => (
        <OwnPreset
          key={preset.name}
          name={preset.name}
          isOn={isSame(wish, preset.wish)}
          onUse={() => onWish(preset.wish)}
          onDrop={() => void drop(preset.name)}
        />
      ))}
      {name === null ? (
        <Button small look="quiet" className={styles.save} onClick={() => setName('')}>
          {t('Save preset…')}
        </Button>
      ) : (
        <NameField name={name} onName={setName} onKeep={() => void keep()} />
      )}
    </fieldset>
  )
}
