import type { JSX, ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { cx } from '../format/cx.ts'
import styles from './dialog.module.css'

interface DialogFrameProps {
  open?: boolean
  /** Escape, and a press beside it. */
  onClose: () => void
  role?: 'dialog' | 'alertdialog'
  /** Its name, where no heading in it gives one. */
  label?: string
  /** Of the sheet. */
  className?: string
  children: ReactNode
}

/** A sheet over everything else, with the rest of the window veiled. */
export function DialogFrame({
  open = true,
  onClose,
  role = 'dialog',
  label,
  className,
  children,
}: DialogFrameProps): JSX.Element {
  return (
    <ModalOverlay
      className={styles.veil ?? ''}
      isOpen={open}
      isDismissable
      onOpenChange={(still) => {
        if (!still) onClose()
      }}
    >
      <Modal className={cx(styles.modal, className)}>
        <Dialog role={role} aria-label={label} className={styles.dialog ?? ''}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

interface DialogBodyProps {
  /** By which the dialog is called too. */
  title: string
  className?: string
  children: ReactNode
}

export const DialogBody = ({ title, className, children }: DialogBodyProps): JSX.Element => (
  <div className={cx(styles.body, className)}>
    <Heading slot="title" className="head">
      {title}
    </Heading>
    {children}
  </div>
)

/** The ways out, at the foot. */
export const DialogActs = ({ children }: { children: ReactNode }): JSX.Element => (
  <div className={styles.acts}>{children}</div>
)
