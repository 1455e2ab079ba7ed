import type { JSX, ReactNode } from 'react'
import type { ReceiptView } from '../../../contract/views.ts'
import { Logo } from '../../components/logo.tsx'
import { copyWords } from '../../lib/copy-words.ts'
import { cx } from '../../lib/cx.ts'
import { clockSeconds, dateShort, figure, plural, refundFigure, shortId, zone } from '../../lib/format.ts'
import { subtitleWords } from '../../lib/skill-names.ts'
import styles from './receipt.module.css'

interface LineProps {
  name: ReactNode
  value: ReactNode
  soft?: boolean
}

function Line({ name, value, soft = false }: LineProps): JSX.Element {
  return (
    <div className={cx(styles.line, soft && styles.softly)}>
      <span>{name}</span>
      <span>{value}</span>
    </div>
  )
}

const Rule = ({ solid = false }: { solid?: boolean }): JSX.Element => (
  <hr className={cx(styles.rule, solid && styles.solid)} />
)
const sum = (credits: number | null): string => (credits === null ? '–' : figure(credits))

function Jobs({ jobs }: { jobs: ReceiptView['jobs'] }): JSX.Element {
  return (
    <>
      {jobs.map((job, at) => (
        <div key={job.generationId ?? `${at}`}>
          {at > 0 && <div className={styles.gap} />}
          <Line name={job.label} value={sum(job.credits)} />
          <Line
            soft
            name={job.generationId ?? 'no job number yet'}
            value={job.creditsStatus ?? (job.credits === null ? 'no word yet' : 'charged')}
          />
          {job.error !== null && <p className={styles.softly}>{job.error}</p>}
        </div>
      ))}
    </>
  )
}

/** As fingerprints are read aloud: "3fa9 1ce2". */
const inFours = (words: string): string => words.slice(0, 8).replace(/(.{4})(?=.)/g, '$1 ')

const sentWords = (times: number): string =>
  times === 0 ? 'Not sent' : times === 1 ? 'Sent once' : times === 2 ? 'Sent twice' : `Sent ${times} times`

/** The one physical thing: everything that was agreed and what became of it, on paper. */
export function PaperReceipt({ receipt }: { receipt: ReceiptView }): JSX.Element {
  const { request, money } = receipt
  return (
    <div className={styles.wrap}>
      <section className={styles.paper} aria-label="Paper receipt">
        <div className={styles.line}>
          <h2>Printroom</h2>
          <Logo />
        </div>
        <Line
          name="Receipt"
          value={
            <button
              type="button"
              className={styles.number}
              title={`${request.id}, press to copy`}
              onClick={() => void copyWords(request.id, 'Receipt number')}
            >
              {`${shortId(request.id)}-${request.id.slice(9, 13)}`}
              <span className="sr-only">, copy</span>
            </button>
          }
        />
        <Line
          soft
          name={dateShort(receipt.approvedAt)}
          value={`${clockSeconds(receipt.approvedAt)} ${zone(receipt.approvedAt)}`}
        />
        <Rule solid />
        <p dir="auto">{request.title}</p>
        <p className={styles.softly}>{subtitleWords(request)}</p>
        {receipt.settings
          .filter(({ name }) => name.toLowerCase() !== 'prompt')
          .map(({ name, value }) => (
            <Line key={name} soft name={name} value={value.length > 60 ? `${value.slice(0, 58)}…` : value} />
          ))}
        <Rule />
        {receipt.jobs.length > 0 ? (
          <Jobs jobs={receipt.jobs} />
        ) : (
          receipt.quoteLines.map((line, at) => (
            <Line key={`${at} ${line.label}`} name={line.label} value={line.amount} />
          ))
        )}
        <Rule />
        <Line name="Quoted" value={sum(money.quoted)} />
        <Line name="Charged" value={sum(money.charged)} />
        <Line name="Refunded" value={money.refunded === null ? '–' : refundFigure(money.refunded)} />
        <Rule solid />
        <div className={cx(styles.line, styles.total)}>
          <span>Paid</span>
          <span>{money.paid === null ? 'open' : `${figure(money.paid)} cr`}</span>
        </div>
        <Rule solid />
        <Line soft name="Answered" value={receipt.answeredAt === null ? 'not yet' : clockSeconds(receipt.answeredAt)} />
        <Line soft name="Service" value={receipt.origin} />
        <Line
          soft
          name="Key fingerprint"
          value={receipt.keyFingerprint === null ? 'none' : inFours(receipt.keyFingerprint)}
        />
        <Line soft name={sentWords(receipt.sentTimes)} value={plural(receipt.lookedUpTimes, 'look-up')} />
      </section>
    </div>
  )
}
