import type { JSX } from 'react'
import { Button } from '../../components/button.tsx'
import { Credits } from '../../components/credits.tsx'
import { Lines } from '../../components/lines.tsx'
import { Note } from '../../components/note.tsx'
import { Inspector, Section } from '../../components/pane.tsx'
import { SpendButton } from '../../components/spend-button.tsx'
import { approvedLines } from '../../lib/batch.ts'
import { clock, figure } from '../../lib/format.ts'
import { skillNames } from '../../lib/skill-names.ts'
import { useApp, useMode } from '../../stores/app-store.ts'
import { useCutout } from '../../stores/cutout-store.ts'
import { useView } from '../../stores/view-store.ts'
import { PractiseButton } from '../first-run/practise-button.tsx'
import styles from './skills.module.css'
import { type CutoutOrder, useCutoutRequests } from './use-cutout-order.ts'

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

function ToSend({ order }: { order: CutoutOrder }): JSX.Element {
  const { quote, pending, trouble } = order
  return (
    <Section title="To send now">
      {quote ? (
        <Lines
          lines={quote.lines.map((line) => ({ ...line, label: skillNames[line.label] ?? line.label }))}
          stale={pending}
          sum={{
            label: 'Quoted',
            credits: quote.credits,
            words: quote.price === 'unavailable' ? 'not for sale now' : 'price unknown',
          }}
        />
      ) : (
        <p className="small soft">
          {order.toSend === 0
            ? 'Nothing yet. Every picture is one request with a receipt of its own.'
            : (trouble ?? 'Working out the price…')}
        </p>
      )}
      {quote && quote.problems.length + quote.notes.length > 0 && (
        <div className="stack" style={{ marginTop: 10 }}>
          {quote.problems.map((problem) => (
            <Note key={problem.message} tone="fault">
              {problem.message}
            </Note>
          ))}
          {quote.notes.map((note) => (
            <Note key={note}>{note}</Note>
          ))}
        </div>
      )}
    </Section>
  )
}

interface OrderPaneProps {
  order: CutoutOrder
  open: boolean
  onClose: () => void
}

/** The total, before the button; and how what was approved already stands. */
export function OrderPane({ order, open, onClose }: OrderPaneProps): JSX.Element {
  const requests = useCutoutRequests()
  const skills = useCutout((state) => state.skills)
  const loadSkills = useCutout((state) => state.loadSkills)
  const mode = useMode()
  const go = useView((view) => view.go)
  const { lines, standsAt } = approvedLines(requests)
  const head = (
    <>
      <h2 className="title">Order</h2>
      {order.quote && <span className="hint push">prices read {clock(order.quote.pricesReadAt)}</span>}
    </>
  )
  const foot =
    mode === 'first-run' ? (
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
  return (
    <Inspector label="Order" head={head} foot={foot} open={open} onClose={onClose}>
      {mode === 'first-run' ? (
        <Section>
          <p className="soft small">
            Your pictures wait here; nothing was sent. Practise on the service inside this computer for nothing, or use
            your account: then the price stands here before anything is spent.
          </p>
        </Section>
      ) : (
        <ToSend order={order} />
      )}
      {requests.length > 0 && (
        <Section title={`Already approved, ${requests.length}`}>
          <Lines
            lines={lines.map(({ label, credits }) => ({ label, amount: figure(credits) }))}
            sum={{ label: 'Stands at', credits: standsAt }}
          />
        </Section>
      )}
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
        <p className="hint">
          A PNG with transparency, of the photograph's own proportions, in the library with its receipt. Preparation and
          upload are free and happen on this computer first.
        </p>
      </Section>
    </Inspector>
  )
}
