import type { JSX, ReactNode } from 'react'
import { Button } from './button.tsx'
import { DialogActs, DialogBody, DialogFrame } from './dialog.tsx'

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
    <DialogFrame open={open} role="alertdialog" onClose={onClose}>
      <DialogBody title={title}>
        <p className="soft">{children}</p>
      </DialogBody>
      <DialogActs>
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
      </DialogActs>
    </DialogFrame>
  )
}
