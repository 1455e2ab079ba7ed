import { type JSX, useState } from 'react'
import { TabPanel, Tabs } from 'react-aria-components'
import { OrderBar } from '../../components/order-bar.tsx'
import pane from '../../components/pane.module.css'
import { PriceAge } from '../../components/price-age.tsx'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { useNarrow } from '../../hooks/use-narrow.ts'
import { useSkills } from '../../stores/skill-store.ts'
import { Batch } from './batch.tsx'
import { OrderPane } from './order-pane.tsx'
import { SkillFormPane } from './skill-form.tsx'
import { SkillTabs } from './skill-tabs.tsx'
import styles from './skills.module.css'
import { type SkillOrderState, useSkillOrder } from './use-skill-order.ts'

/** A form has something to set; of a Skill like the cutout only its files are to be chosen. */
const hasForm = ({ skill }: SkillOrderState): boolean =>
  skill?.fields.some((field) => field.kind !== 'picture' || !field.makesRequests) ?? false

/** On a narrow window the order's remarks are behind its bar: a picture that is paid twice is said there too (S6). */
function toSendWords({ toSend, quote }: SkillOrderState): string {
  const doubles = quote?.repeated?.sources.length ?? 0
  return doubles === 0
    ? t('{count} to send', { count: toSend })
    : t('{count} to send, {doubles} of them the same again', { count: toSend, doubles })
}

/** All that belongs to one Skill: its own quote, and its own choice of what to leave out. */
function ChosenSkill({ id }: { id: string }): JSX.Element {
  const order = useSkillOrder(id)
  const narrow = useNarrow()
  const [orderOpen, setOrderOpen] = useState(false)
  const formed = hasForm(order)
  return (
    <>
      <div className={cx(pane.pane, styles.work)}>
        <div className={cx(styles.panel, formed && styles.formed)}>
          {formed && <SkillFormPane order={order} />}
          <Batch order={order} isTall={formed} />
        </div>
        {narrow && (
          <OrderBar
            order={order}
            opens={t('Order')}
            open={orderOpen}
            onOpen={setOrderOpen}
            age={order.blocked === null && <PriceAge readAt={order.quote?.pricesReadAt ?? null} />}
          >
            <span className="small soft cut-end">{order.blocked ?? toSendWords(order)}</span>
          </OrderBar>
        )}
      </div>
      <OrderPane order={order} open={orderOpen} onClose={() => setOrderOpen(false)} />
    </>
  )
}

export function SkillsScreen(): JSX.Element {
  const chosen = useSkills((state) => state.chosen)
  const choose = useSkills((state) => state.choose)
  const narrow = useNarrow()
  return (
    <section className={styles.screen} aria-label={t('Skills')}>
      <Tabs className={styles.whole ?? ''} selectedKey={chosen} onSelectionChange={(key) => choose(String(key))}>
        <div className={cx(pane.toolbar, styles.head)}>
          <h1 className={cx('title', narrow && 'sr-only')}>{t('Skills')}</h1>
          <span className={cx(pane.divider, 'not-narrow')} />
          <SkillTabs />
        </div>
        {/* What stands beside a panel is rendered a second time, unseen, to collect the tabs: it would ask for each price twice. */}
        {/* By its key too: a panel that changes its name keeps the id that its tab no longer points to. */}
        <TabPanel key={chosen} id={chosen} className={styles.chosen ?? ''}>
          <ChosenSkill id={chosen} />
        </TabPanel>
      </Tabs>
    </section>
  )
}
