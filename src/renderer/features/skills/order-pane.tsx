import type { JSX } from 'react'
import { EngineSentence } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { Credits } from '../../components/credits.tsx'
import { Lines } from '../../components/lines.tsx'
import { Note } from '../../components/note.tsx'
import { OrderButton } from '../../components/order-button.tsx'
import { InspectorPane, Section } from '../../components/pane.tsx'
import { PractiseButton } from '../../components/practise-button.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { asOf, asOfWithAge, figure } from '../../format/format.ts'
import { apart, perLanguage, t } from '../../format/messages.ts'
import { skillLabels, withSkillName } from '../../format/skill-names.ts'
import { isUnheld, unheldWords } from '../../forms/ceiling.ts'
import { labelled, problemWords } from '../../forms/skill-form.ts'
import { useMinute } from '../../hooks/use-now.ts'
import { approvedLines } from '../../lists/batch.ts'
import { useApp, useMode } from '../../stores/app-store.ts'
import { useCopies, useCopyChoice } from '../../stores/copies-store.ts'
import { useSkills } from '../../stores/skill-store.ts'
import { useView } from '../../stores/view-store.ts'
import { CopyFields } from '../copies/copy-fields.tsx'
import { OrderProject } from '../projects/project-line.tsx'
import { WatchSection } from '../watch/watch-section.tsx'
import { BatchCap } from './batch-cap.tsx'
import styles from './skills.module.css'
import { type SkillOrderState, useHasToday, useSkillRequests } from './use-skill-order.ts'

function BalanceLine(): JSX.Element | null {
  const balance = useApp((app) => app.snapshot?.balance ?? null)
  const practice = useMode() === 'practice'
  const now = useMinute()
  if (!balance || balance.purchased === null) return null
  return (
    <div className="row small">
      <span className="soft">
        {practice
          ? t('Practice balance, as of {time}', { time: asOf(balance.asOf, now) })
          : t('Balance, as of {time}', { time: asOf(balance.asOf, now) })}
      </span>
      <span className="push">{balance.unlimited ? t('unlimited') : <Credits value={balance.purchased} />}</span>
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
  const notes = quote?.notes ?? []
  // Once the most is named, the cap is looked at with that when it is approved.
  const overCap = order.ceiling.isAsked ? null : (quote?.overCap ?? null)
  const isUnlimited = quote !== null && quote.requests > 0 && isUnheld(quote)
  if (!isUnlimited && general.length + notes.length === 0 && overCap === null) return null
  return (
    <div className={styles.remarks}>
      {isUnlimited && <Note tone="attention">{unheldWords()}</Note>}
      {general.map((problem) => (
        <Note key={problem.message} tone="fault">
          {problemWords(problem, fields)}
        </Note>
      ))}
      {notes.map((note) => (
        <Note key={note}>{labelled(note, fields)}</Note>
      ))}
      {overCap !== null && <Note tone="attention">{labelled(overCap, fields)}</Note>}
    </div>
  )
}

function ToSend({ order }: { order: SkillOrderState }): JSX.Element {
  const { quote, pending, trouble, makesAgain } = order
  const due = quote && !makesAgain && quote.rest !== null ? quote.rest : quote
  return (
    <Section title={t('Not sent yet')}>
      {due && due.requests > 0 ? (
        <Lines
          lines={due.lines.map((line) => ({ ...line, label: withSkillName(order.id, line.label) }))}
          said
          stale={pending}
          sum={{
            label: t('Quoted'),
            credits: due.credits,
            message: due.price === 'unavailable' ? t('unavailable') : t('price unknown'),
          }}
        />
      ) : (
        <p className="small soft">
          {due
            ? t('Nothing to send.')
            : order.toSend === 0
              ? t('You’ll see the price before sending.')
              : trouble === null
                ? t('Calculating the price…')
                : apart(trouble)}
        </p>
      )}
      <Remarks order={order} />
    </Section>
  )
}

const paidOptions = perLanguage(
  () =>
    [
      { value: 'leave', label: t('Skip') },
      { value: 'again', label: t('Reorder') },
    ] as const,
)

/** What was ordered with the same content and settings, and is at home or under way: offered before it is paid for once more. */
function MadeBefore({ order }: { order: SkillOrderState }): JSX.Element | null {
  const paid = order.quote?.alreadyPaid ?? []
  if (paid.length === 0) return null
  return (
    <Section title={t('Already made, {count}', { count: figure(paid.length) })}>
      <Segmented
        label={t('Already made')}
        wide
        options={paidOptions()}
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
    <Section title={t('Too large to upload, {count}', { count: figure(offered.length) })}>
      <p className="small soft" style={{ marginBottom: 10 }}>
        {lowest === 100
          ? t(
              'Add their public URL, or send a copy that fits: the same pixel size, at quality 100. The file on this computer doesn’t change.',
            )
          : t(
              'Add their public URL, or send a copy that fits: the same pixel size, at quality {lowest} or above. The file on this computer doesn’t change.',
              { lowest },
            )}
      </p>
      <Button
        small
        onClick={() =>
          reencode(
            order.id,
            offered.map(({ file }) => file),
            true,
          )
        }
      >
        {offered.length === 1 ? t('Send the copy') : t('Send copies of all {count}', { count: figure(offered.length) })}
      </Button>
    </Section>
  )
}

/** One picture more than once, under whatever names: each is paid for, so the doubles go with one press (S6). */
function Repeated({ order }: { order: SkillOrderState }): JSX.Element | null {
  const remove = useSkills((state) => state.remove)
  const repeated = order.quote?.repeated ?? null
  if (repeated === null) return null
  const count = repeated.sources.length
  return (
    <Section title={t('Duplicates, {count}', { count: figure(count) })}>
      <div style={{ marginBottom: 10 }}>
        <Note tone="attention">
          <EngineSentence>{repeated.note}</EngineSentence>
        </Note>
      </div>
      <Button small onClick={() => remove(order.id, new Set(repeated.sources))}>
        {t('{count, plural, one {Remove duplicate} other {Remove # duplicates}}', { count })}
      </Button>
    </Section>
  )
}

function Approved({ order }: { order: SkillOrderState }): JSX.Element | null {
  const requests = useSkillRequests(order.id)
  const isWhole = useHasToday()
  const go = useView((view) => view.go)
  if (requests.length === 0) return null
  if (!isWhole)
    return (
      <Section title={t('Already approved')}>
        <p className="small soft" style={{ marginBottom: 10 }}>
          {t('Too many approved today to total here. See Ledger for every receipt.')}
        </p>
        <Button small onClick={() => go('ledger')}>
          {t('Open the ledger')}
        </Button>
      </Section>
    )
  const { lines, standsAt } = approvedLines(requests)
  return (
    <Section title={t('Already approved, {count}', { count: requests.length })}>
      <Lines
        lines={lines.map(({ label, credits }) => ({ label, amount: figure(credits) }))}
        sum={{ label: t('Total'), credits: standsAt }}
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
        {t('Use my account…')}
      </Button>
    </>
  ) : (
    <div className={styles.order} data-order="">
      {order.only !== null && (
        <div className="row small">
          <span className="soft">
            {t('Only {count} of {all} files', { count: order.only.size, all: order.usable })}
          </span>
          <button type="button" className="text-link push" onClick={() => order.sendOnly(null)}>
            {t('Send all')}
          </button>
        </div>
      )}
      <OrderProject />
      <BalanceLine />
      <OrderButton order={order} />
    </div>
  )
}

/** Where this Skill's results go beside the library. */
function SkillCopies({ order }: { order: SkillOrderState }): JSX.Element {
  const choice = useCopyChoice(order.id)
  const choose = useCopies((state) => state.choose)
  const source = order.work.files[0]?.name.replace(/\.[^.]*$/, '') ?? t('picture')
  const hasSource = order.skill === null || order.skill.fields.some((field) => field.kind === 'picture')
  return (
    <CopyFields
      choice={choice}
      onChoose={(part) => choose(order.id, part)}
      hasSource={hasSource}
      values={{ source, skill: order.id }}
    />
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
  const now = useMinute()
  const isEmpty = useSkillRequests(order.id).length + order.work.files.length === 0
  const isChosen = useMode() !== 'first-run'
  const head = (
    <>
      <h2 className="title">{t('Order')}</h2>
      {order.quote && (
        <span className="hint push">
          {t('Prices from {time}', { time: asOfWithAge(order.quote.pricesReadAt, now) })}
        </span>
      )}
    </>
  )
  return (
    <InspectorPane label={t('Order')} head={head} foot={<Foot order={order} />} open={open} onClose={onClose}>
      {useMode() === 'first-run' ? (
        <Section>
          <p className="soft small">
            {t(
              'Your pictures wait here; nothing was sent. Try practice mode, free, or use your account. You’ll see the price before sending.',
            )}
          </p>
        </Section>
      ) : (
        <ToSend order={order} />
      )}
      <Repeated order={order} />
      <MadeBefore order={order} />
      <TooLarge order={order} />
      <Approved order={order} />
      {isChosen && <BatchCap order={order} />}
      {skills?.problem && (
        <Section>
          <Note tone="attention">
            <EngineSentence>{skills.problem}</EngineSentence>
          </Note>
          <div style={{ marginTop: 10 }}>
            <Button small onClick={() => void loadSkills(true)}>
              {t('Refresh prices')}
            </Button>
          </div>
        </Section>
      )}
      <Section title={t('Also save to')}>
        <SkillCopies order={order} />
      </Section>
      <WatchSection order={order} />
      {isEmpty && (
        <Section title={t('What you get')}>
          <p className="hint">{skillLabels(order.id).comesBack}</p>
        </Section>
      )}
    </InspectorPane>
  )
}
