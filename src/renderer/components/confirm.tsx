import type { JSX, ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from './button.tsx'
import styles from './dialog.module.css'

interface ConfirmProps {
  open: boolean
  title: string
  children: ReactNode
  keep: string
  act: string
  onAct: () => void
  onClose: () => void
}

/** Asked before something leaves. Never about a price: that one stands on the button already. */
export function Confirm({ open, title, children, keep, act, onAct, onClose }: ConfirmProps): JSX.Element {
  return (
    <ModalOverlay
      className={styles.veil ?? ''}
      isOpen={open}
      isDismissable
      onOpenChange={(still) => {
        if (!still) onClose()
      }}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog role="alertdialog" className={styles.dialog ?? ''}>
          <div className={styles.body}>
            <Heading slot="title" className="head">
              {title}
            </Heading>
            <p className="soft">{children}</p>
          </div>
          <div className={styles.acts}>
            <Button onClick={onClose} autoFocus>
              {keep}
            </Button>
            <Button
              look="final"
              onClick={() => {
                onAct()
                onClose()
              }}
            >
              {act}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
