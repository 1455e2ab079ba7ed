import type { JSX } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { given } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import dialog from '../../components/dialog.module.css'
import { t } from '../../lib/messages.ts'
import { type Fill, useArrivals } from '../../stores/arrivals-store.ts'
import styles from './links.module.css'

function Asked({ fill }: { fill: Fill }): JSX.Element {
  const clear = useArrivals((arrivals) => arrivals.clearFill)
  const { form, parts, left, run } = fill
  return (
    <>
      <div className={dialog.body}>
        <Heading slot="title" className="head">
          {t('Put the link’s words into the form “{form}”?', { form })}
        </Heading>
        <p className="soft">
          {t(
            'Something stands there already. It would give way, and can be put back afterwards. Nothing is sent or charged by either.',
          )}
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
        {left.map((words) => (
          <p key={words} className="hint">
            {words}
          </p>
        ))}
      </div>
      <div className={dialog.acts}>
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
      </div>
    </>
  )
}

/** A link never takes the place of what somebody typed unasked. */
export function FillDialog(): JSX.Element | null {
  const fill = useArrivals((arrivals) => arrivals.fill)
  const clear = useArrivals((arrivals) => arrivals.clearFill)
  if (fill === null) return null
  return (
    <ModalOverlay
      className={dialog.veil ?? ''}
      isOpen
      isDismissable
      onOpenChange={(still) => {
        if (!still) clear()
      }}
    >
      <Modal className={`${dialog.modal} ${styles.fill}`}>
        <Dialog className={dialog.dialog ?? ''}>
          <Asked fill={fill} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
