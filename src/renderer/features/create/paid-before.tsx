import { Film } from 'lucide-react'
import { type JSX, useEffect, useState } from 'react'
import type { QuoteView } from '../../../contract/quotes.ts'
import type { AssetView } from '../../../contract/views.ts'
import { call } from '../../bridge/bridge.ts'
import { Button } from '../../components/button.tsx'
import { Section } from '../../components/pane.tsx'
import { Thumb } from '../../components/picture.tsx'
import { creditWords } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useRequests } from '../../stores/requests-store.ts'
import { useView } from '../../stores/view-store.ts'
import styles from './create.module.css'
import type { CreateOrder } from './use-create-order.ts'

const mostShown = 4

/** The results of these requests: from the mirror, and those too old for it from their receipts. */
function useResults(ids: readonly string[]): readonly AssetView[] {
  const [results, setResults] = useState<readonly AssetView[]>([])
  const key = ids.join(' ')
  useEffect(() => {
    let current = true
    const find = async (id: string): Promise<readonly AssetView[]> => {
      const known = useRequests.getState().byId.get(id)
      if (known) return known.assets
      const answer = await call('requests.receipt', { id })
      return answer.ok ? answer.value.request.assets : []
    }
    void Promise.all(key.split(' ').filter(Boolean).map(find)).then((found) => {
      if (current) setResults(found.flat())
    })
    return () => {
      current = false
    }
  }, [key])
  return results
}

/** What of this order was ordered before, and where that is now. */
function foundWords({ alreadyPaid, requests }: QuoteView): string {
  const [first] = alreadyPaid
  const open = alreadyPaid.filter(({ isOpen }) => isOpen).length
  if (first && requests === 1) {
    if (first.isOpen) return t('You already ordered this; it’s in the queue. Ordering again is charged again.')
    return first.credits === null
      ? t('You already made this. Opening it is free.')
      : t('You already made this for {credits}. Opening it is free.', {
          credits: creditWords(first.credits),
        })
  }
  if (open > 0)
    return t(
      '{count, plural, one {You already ordered # of these. It’s in your library or the queue.} other {You already ordered # of these. They’re in your library or the queue.}}',
      { count: alreadyPaid.length },
    )
  return t(
    '{count, plural, one {You already made # of these. It’s in your library.} other {You already made # of these. They’re in your library.}}',
    { count: alreadyPaid.length },
  )
}

/** Said before anything is sent: this very thing was ordered before, and is at home or to come. */
export function PaidBeforeNotice({ quote, order }: { quote: QuoteView; order: CreateOrder }): JSX.Element | null {
  const { alreadyPaid, rest } = quote
  const ids = [...new Set(alreadyPaid.map(({ requestId }) => requestId))]
  const results = useResults(ids.slice(0, mostShown))
  const openAsset = useView((view) => view.openAsset)
  const openReceipt = useView((view) => view.openReceipt)
  const [first] = alreadyPaid
  const [picture] = results
  if (!first) return null
  const isVideo = picture?.mediaType === 'video'
  return (
    <Section title={t('Already ordered')}>
      <div className={styles.paid}>
        {results.slice(0, mostShown).map((asset) => (
          <button
            key={asset.id}
            type="button"
            aria-label={t('Open {name}', { name: asset.name })}
            data-opens={`before ${asset.id}`}
            onClick={() => openAsset(asset.id)}
          >
            <Thumb
              src={asset.mediaType === 'video' ? null : asset.thumbnail}
              alt=""
              width={60}
              height={60}
              cutout={asset.hasAlpha}
              icon={Film}
            />
          </button>
        ))}
      </div>
      <p className="small soft" style={{ margin: '8px 0' }}>
        {foundWords(quote)}
      </p>
      <div className="row" style={{ flexWrap: 'wrap' }}>
        {picture && (
          <Button small data-opens={`paid ${picture.id}`} onClick={() => openAsset(picture.id)}>
            {isVideo ? t('Open the video') : t('Open the picture')}
          </Button>
        )}
        {quote.requests === 1 && (
          <Button small look="quiet" onClick={() => openReceipt(first.requestId)}>
            {t('Open receipt')}
          </Button>
        )}
        {rest !== null && rest.requests > 0 && (
          <Button small look="quiet" onClick={() => order.setAll(!order.all)}>
            {order.all
              ? t('Only the other {requests}', { requests: rest.requests })
              : t('All {requests} instead', { requests: quote.requests })}
          </Button>
        )}
      </div>
    </Section>
  )
}
