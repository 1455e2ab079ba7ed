import type { JSX } from 'react'
import { Button } from '../../components/button.tsx'
import { Credits } from '../../components/credits.tsx'
import { Lines } from '../../components/lines.tsx'
import { Note } from '../../components/note.tsx'
import { Inspector, Section } from '../../components/pane.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { SpendButton } from '../../components/spend-button.tsx'
import { approvedLines } from '../../lib/batch.ts'
import { clock, figure } from '../../lib/format.ts'
import { problemWords } from '../../lib/skill-form.ts'
import { withSkillName, wordsOf } from '../../lib/skill-names.ts'
import { useApp, useMode } from '../../stores/app-store.ts'
import { useSkills } from '../../stores/skill-store.ts'
import { useView } from '../../stores/view-store.ts'
import { PractiseButton } from '../first-run/practise-button.tsx'
import styles from './skills.module.css'
import { type SkillOrderState, useSkillRequests } from './use-skill-order.ts'

function BalanceLine(): JSX.Element | null {
  const balance = useApp((app) => app.snapshot?.balance ?? null)
  const practice = useMode() === 'practice'
  if (!balance || balance.purchased === null) return null
  return (
    <div className="row small">
      <span className="soft">
        {practice ? 'Practice balance' : 'Balance'}, as of {clock(balance.asOf)}
      </span>
      <span className="push">{balance.unlimited ? 'unlimited' : <Credits value={balance.purchased} />}</span>
    </div>
  )
}

function Remarks({ order }: { order: SkillOrderState }): JSX.Element | null {
  const { quote, skill } = order
  const fields = skill?.fields ?? []
  // What belongs to a field stands at the field, and what is in the way of sending under the button.
  const atFields = new Set(
    fields
      .filter((field) => field.kind !== 'other' && !(field.kind === 'picture' && field.makesRequests))
      .map(({ name }) => name),
  )
  const general = quote?.problems.filter(({ field }) => field === null || !atFields.has(field)) ?? []
  if (!quote || general.length + quote.notes.length === 0) return null
  return (
    <div className={styles.remarks}>
      {general.map((problem) => (
        <Note key={problem.message} tone="fault">
          {problemWords(problem.message, fields)}
        </Note>
      ))}
      {quote.notes.map((note) => (
        <Note key={note} {...(note === quote.overCap ? { tone: 'attention' } : {})}>
          {problemWords(note, fields)}
        </Note>
      ))}
    </div>
  )
}

function ToSend({ order }: { order: SkillOrderState }): JSX.Element {
  const { quote, pending, trouble, makesAgain } = order
  const due = quote && !makesAgain && quote.rest !== null ? quote.rest : quote
  return (
    <Section title="To send now">
      {due && due.requests > 0 ? (
        <Lines
          lines={due.lines.map((line) => ({ ...line, label: withSkillName(order.id, line.label) }))}
          stale={pending}
          sum={{
            label: 'Quoted',
            credits: due.credits,
            words: due.price === 'unavailable' ? 'not for sale now' : 'price unknown',
          }}
        />
      ) : (
        <p className="small soft">
          {due
            ? 'None of what is here is sent as it stands.'
            : order.toSend === 0
              ? 'Nothing yet. Every picture is one request with a receipt of its own.'
              : (trouble ?? 'Working out the price…')}
        </p>
      )}
      <Remarks order={order} />
    </Section>
  )
}

const paidOptions = [
  { value: 'leave', words: 'Leave out' },
  { value: 'again', words: 'Make again' },
] as const

/** What was ordered with the same content and settings, and is at home: offered before it is paid for once more. */
function MadeBefore({ order }: { order: SkillOrderState }): JSX.Element | null {
  const count = order.quote?.alreadyPaid.length ?? 0
  if (count === 0) return null
  return (
    <Section title={`Made before, ${figure(count)}`}>
      <p className="small soft" style={{ marginBottom: 10 }}>
        {count === 1 ? 'One of these was' : `${figure(count)} of these were`} made with the same settings already and{' '}
        {count === 1 ? 'is' : 'are'} at home.
      </p>
      <Segmented
        label="What was made before"
        wide
        options={paidOptions}
        value={order.makesAgain ? 'again' : 'leave'}
        onChoose={(value) => order.makeAgain(value === 'again')}
      />
    </Section>
  )
}

/** Originals too large for an upload: one press for all that may go as a copy (A1). */
function TooLarge({ order }: { order: SkillOrderState }): JSX.Element | null {
  const reencode = useSkills((state) => state.reencode)
  const offered = [...order.leftOut.values()].filter(({ original }) => original?.reencode)
  if (offered.length === 0) return null
  const lowest = Math.min(...offered.map(({ original }) => original?.reencode?.quality ?? 100))
  return (
    <Section title={`Too large to upload, ${figure(offered.length)}`}>
      <p className="small soft" style={{ marginBottom: 10 }}>
        Add them by their public address, or let a copy go that fits: of the same size in pixels, at quality{' '}
        {lowest === 100 ? '100' : `${lowest} or above`}. The file on this computer stays as it is.
      </p>
      <Button
        small
        onClick={() =>
          reencode(
            order.id,
            offered.map(({ path }) => path),
            true,
          )
        }
      >
        {offered.length === 1 ? 'Send the copy' : `Send copies of all ${figure(offered.length)}`}
      </Button>
    </Section>
  )
}

function Approved({ order }: { order: SkillOrderState }): JSX.Element | null {
  const requests = useSkillRequests(order.id)
  const { lines, standsAt } = approvedLines(requests)
  if (requests.length === 0) return null
  return (
    <Section title={`Already approved, ${requests.length}`}>
      <Lines
        lines={lines.map(({ label, credits }) => ({ label, amount: figure(credits) }))}
        sum={{ label: 'Stands at', credits: standsAt }}
      />
    </Section>
  )
}

function Foot({ order }: { order: SkillOrderState }): JSX.Element {
  const go = useView((view) => view.go)
  return useMode() === 'first-run' ? (
    <>
      <PractiseButton />
      <Button wide onClick={() => go('settings')}>
        Use my account…
      </Button>
    </>
  ) : (
    <div className={styles.order} data-order="">
      <BalanceLine />
      <SpendButton wide act={order.act} price={order.price} blocked={order.blocked} onSpend={order.send} />
    </div>
  )
}

interface OrderPaneProps {
  order: SkillOrderState
  open: boolean
  onClose: () => void
}

/** The total, before the button; and how what was approved already stands. */
export function OrderPane({ order, open, onClose }: OrderPaneProps): JSX.Element {
  const skills = useSkills((state) => state.skills)
  const loadSkills = useSkills((state) => state.loadSkills)
  const head = (
    <>
      <h2 className="title">Order</h2>
      {order.quote && <span className="hint push">prices read {clock(order.quote.pricesReadAt)}</span>}
    </>
  )
  return (
    <Inspector label="Order" head={head} foot={<Foot order={order} />} open={open} onClose={onClose}>
      {useMode() === 'first-run' ? (
        <Section>
          <p className="soft small">
            Your pictures wait here; nothing was sent. Practise on the service inside this computer for nothing, or use
            your account: then the price stands here before anything is spent.
          </p>
        </Section>
      ) : (
        <ToSend order={order} />
      )}
      <MadeBefore order={order} />
      <TooLarge order={order} />
      <Approved order={order} />
      {skills?.problem && (
        <Section>
          <Note tone="attention">{skills.problem}</Note>
          <div style={{ marginTop: 10 }}>
            <Button small onClick={() => void loadSkills(true)}>
              Read the prices again
            </Button>
          </div>
        </Section>
      )}
      <Section title="What comes back">
        <p className="hint">{wordsOf(order.id).comesBack}</p>
      </Section>
    </Inspector>
  )
}
