import type { JSX } from 'react'
import { given } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { DialogActs, DialogBody, DialogFrame } from '../../components/dialog.tsx'
import { t } from '../../format/messages.ts'
import { useExternalOpens } from '../../stores/external-opens-store.ts'
import styles from './links.module.css'

/** A link never takes the place of what somebody typed unasked. */
export function FillDialog(): JSX.Element | null {
  const fill = useExternalOpens((arrivals) => arrivals.fill)
  const clear = useExternalOpens((arrivals) => arrivals.clearFill)
  if (fill === null) return null
  const { form, parts, left, run } = fill
  return (
    <DialogFrame className={styles.fill} onClose={clear}>
      <DialogBody title={t('Replace the contents of {form}?', { form })}>
        <p className="soft">
          {t('The link replaces what you entered. You can undo this. Nothing is sent or charged.')}
        </p>
        <dl className={styles.parts}>
          {parts.map(({ name, value }) => (
            <div key={name}>
              <dt className="label">{name}</dt>
              <dd className={styles.part} {...given} tabIndex={value.length > 300 ? 0 : undefined}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
        {left.map((sentence) => (
          <p key={sentence} className="hint">
            {sentence}
          </p>
        ))}
      </DialogBody>
      <DialogActs>
        <Button onClick={clear} autoFocus>
          {t('Keep mine')}
        </Button>
        <Button
          look="primary"
          onClick={() => {
            clear()
            run()
          }}
        >
          {t('Use the link’s')}
        </Button>
      </DialogActs>
    </DialogFrame>
  )
}
