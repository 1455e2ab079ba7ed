import { Copy } from 'lucide-react'
import type { JSX, ReactNode } from 'react'
import { seenText } from '../forms/pasted-text.ts'
import { copyText } from '../stores/copy-text.ts'
import { Button } from './button.tsx'
import { Section } from './pane.tsx'
import { Tooltip } from './tooltip.tsx'

interface CopySectionProps {
  title: string
  /** What the button is called. */
  label: string
  /** What it copies; there is none where this is empty. */
  text: string
  children: ReactNode
}

/** A section of an inspector, and beside its heading the button that copies its text. */
export const CopySection = ({ title, label, text, children }: CopySectionProps): JSX.Element => (
  <Section>
    <div className="row">
      <h3 className="label">{title}</h3>
      {text !== '' && (
        <span className="push">
          <Tooltip label={label}>
            <Button look="quiet" small square aria-label={label} onClick={() => void copyText(seenText(text), title)}>
              <Copy size={14} strokeWidth={1.75} aria-hidden />
            </Button>
          </Tooltip>
        </span>
      )}
    </div>
    {children}
  </Section>
)
