import { mayBeSentElsewhere } from './copied-home.ts'
import type { Receipt, TimelineEntry } from './receipt.ts'

// What a home of one computer has open may become a studio's. The studio has it as arriving first, and does nothing for it. Then
// the home says durably that it gives it away, which is never taken back; and only then does the studio drive it.

/** As the home keeps it. @param isThere the studio is known to have it */
export const handOver = (
  receipt: Receipt,
  studio: { id: string; name: string },
  { isThere, atMs }: { isThere: boolean; atMs: number },
): { after: Receipt; timeline: TimelineEntry[] } => {
  const handedOver = {
    studio: studio.id,
    name: studio.name,
    phase: receipt.handedOver?.phase ?? receipt.phase,
    isThere,
  }
  const after: Receipt = { ...receipt, revision: receipt.revision + 1, phase: 'handed-over', handedOver, next: null }
  return { after, timeline: isThere ? [told(atMs, 'Handed over', handedOverWords(after))] : [] }
}

/** As it stood before it was handed over. */
export const asBefore = (receipt: Receipt): Receipt =>
  receipt.handedOver === null ? receipt : { ...receipt, phase: receipt.handedOver.phase, handedOver: null }

/**
 * As the studio takes it: whatever may still be sent for it is looked up first, and a person says whether it is sent from here
 * where the service knows no such order.
 */
export function takeOver(
  receipt: Receipt,
  { keyFingerprint, place, by, atMs }: { keyFingerprint: string | null; place: string; by: string; atMs: number },
): { after: Receipt; timeline: TimelineEntry[] } {
  const elsewhere = mayBeSentElsewhere(receipt)
    ? { mayBeElsewhere: true, mayResend: false, resendDecidedAtMs: null }
    : {}
  return {
    after: { ...receipt, ...elsewhere, revision: 1, isImported: true, keyFingerprint, place },
    timeline: [
      told(
        atMs,
        'Came into the studio',
        `Brought by ${by} from a home of one computer. It is looked up before anything is sent.`,
      ),
    ],
  }
}

const told = (atMs: number, title: string, detail: string): TimelineEntry => ({
  atMs,
  tone: 'step',
  title,
  detail,
})

export function handedOverWords({ handedOver }: Pick<Receipt, 'handedOver'>): string {
  const name = handedOver?.name ?? 'A studio'
  return handedOver?.isThere === false
    ? `It was being handed over to ${name} when that was broken off. Nothing is done for it until “studio import” is given again.`
    : `${name} has it now. Nothing more is done for it here; see “queue list --studio”.`
}
