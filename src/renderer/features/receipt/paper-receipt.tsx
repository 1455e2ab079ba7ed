import type { JSX, ReactNode } from 'react'
import type { ReceiptView } from '../../../contract/views.ts'
import { AsGiven, EngineSentence, given, said } from '../../components/as-given.tsx'
import { Logo } from '../../components/logo.tsx'
import { creditWord } from '../../format/charge.ts'
import { cx } from '../../format/cx.ts'
import { clockSeconds, dateShort, figure, refundFigure, shortId, zone } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { settingName, settingWords } from '../../format/setting-words.ts'
import { subtitleWords } from '../../format/skill-names.ts'
import { copyText } from '../../stores/copy-text.ts'
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
          <Line name={<EngineSentence>{job.label}</EngineSentence>} value={sum(job.credits)} />
          <Line
            soft
            name={job.generationId === null ? t('no job id yet') : <AsGiven>{job.generationId}</AsGiven>}
            value={
              job.creditsStatus === null && job.credits === null
                ? t('no reply yet')
                : creditWord(job.creditsStatus ?? 'charged')
            }
          />
          {job.error !== null && (
            <p className={styles.softly} {...said}>
              {job.error}
            </p>
          )}
        </div>
      ))}
    </>
  )
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 58)}…` : text)

/** As fingerprints are read aloud: "3fa9 1ce2". */
const inFours = (text: string): string => text.slice(0, 8).replace(/(.{4})(?=.)/g, '$1 ')

const sentWords = (times: number): string =>
  times === 0
    ? t('Not sent')
    : times === 1
      ? t('Sent once')
      : times === 2
        ? t('Sent twice')
        : t('Sent {times} times', { times })

interface PaperReceiptProps {
  receipt: ReceiptView
}

function Head({ receipt: { request, approvedAt } }: PaperReceiptProps): JSX.Element {
  return (
    <>
      <div className={styles.line}>
        <h2>{t('Printroom')}</h2>
        <Logo />
      </div>
      <Line
        name={t('Receipt')}
        value={
          <button
            type="button"
            className={styles.number}
            title={t('{id}, click to copy', { id: request.id })}
            onClick={() => void copyText(request.id, t('Receipt number'))}
          >
            <AsGiven>{`${shortId(request.id)}-${request.id.slice(9, 13)}`}</AsGiven>
            <span className="sr-only">{` ${t('(copy)')}`}</span>
          </button>
        }
      />
      <Line soft name={dateShort(approvedAt)} value={apart(`${clockSeconds(approvedAt)} ${zone(approvedAt)}`)} />
    </>
  )
}

/** What was agreed, and what became of it. */
function Sums({ money }: Pick<ReceiptView, 'money'>): JSX.Element {
  return (
    <>
      <Line name={t('Quoted')} value={sum(money.quoted)} />
      <Line name={t('Charged')} value={sum(money.charged)} />
      <Line name={t('Refunded')} value={money.refunded === null ? '–' : refundFigure(money.refunded)} />
      <Rule solid />
      <div className={cx(styles.line, styles.total)}>
        <span>{t('Paid')}</span>
        <span>{money.paid === null ? t('open') : t('{credits} cr', { credits: figure(money.paid) })}</span>
      </div>
    </>
  )
}

/** Who was asked, with which key, and how often. */
function Foot({ receipt }: PaperReceiptProps): JSX.Element {
  return (
    <>
      <Line
        soft
        name={t('Answered')}
        value={receipt.answeredAt === null ? t('not yet') : clockSeconds(receipt.answeredAt)}
      />
      <Line soft name={t('Service')} value={<AsGiven>{receipt.origin}</AsGiven>} />
      <Line
        soft
        name={t('Key fingerprint')}
        value={receipt.keyFingerprint === null ? t('none') : <AsGiven>{inFours(receipt.keyFingerprint)}</AsGiven>}
      />
      <Line
        soft
        name={sentWords(receipt.sentTimes)}
        value={t('{times, plural, one {# status check} other {# status checks}}', { times: receipt.lookedUpTimes })}
      />
    </>
  )
}

/** The one physical thing: everything that was agreed and what became of it, on paper. */
export function PaperReceipt({ receipt }: PaperReceiptProps): JSX.Element {
  const { request } = receipt
  return (
    <div className={styles.wrap}>
      <section className={styles.paper} aria-label={t('Paper receipt')}>
        <Head receipt={receipt} />
        <Rule solid />
        <p {...given}>{request.title}</p>
        <p className={styles.softly}>{subtitleWords(request)}</p>
        {receipt.settings
          .filter(({ name }) => name.toLowerCase() !== 'prompt')
          .map(({ name, value }) => (
            <Line
              key={name}
              soft
              name={<EngineSentence>{settingName(name)}</EngineSentence>}
              value={<AsGiven>{shortened(settingWords(value))}</AsGiven>}
            />
          ))}
        <Rule />
        {receipt.jobs.length > 0 ? (
          <Jobs jobs={receipt.jobs} />
        ) : (
          receipt.quoteLines.map((line, at) => (
            <Line
              key={`${at} ${line.label}`}
              name={<EngineSentence>{line.label}</EngineSentence>}
              value={<EngineSentence>{line.amount}</EngineSentence>}
            />
          ))
        )}
        <Rule />
        <Sums money={receipt.money} />
        <Rule solid />
        <Foot receipt={receipt} />
      </section>
    </div>
  )
}
