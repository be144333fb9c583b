import { subscriptionIncome } from '../../../domain/ledger.ts'
import { givesPro, graceFor, newsOf, nextLookAt } from '../../../domain/subscription.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { SubscriptionSnapshot } from '../../ports/subscriptions.ts'
import { lockCreator } from '../accounts/repository.ts'
import { raiseAlert } from '../alerts/service.ts'
import { post } from '../ledger/repository.ts'
import { queueMail } from '../mail/outbox.ts'
import { takesSubscriptions } from './provider.ts'
import {
  attachProvider,
  beginAsking,
  changeSubscription,
  insertInvoice,
  livingOf,
  lockSubscription,
  type SubscriptionRow,
  setPlan,
  userOf,
} from './repository.ts'

/**
 * The one door to Pro, on and off: asks the provider what a subscription is now and writes that down, its invoices with
 * their postings, and the plan of its owner. May be called by anybody, any number of times, in any order: an answer that
 * was asked for before the newest one kept changes nothing.
 */
export async function settleSubscription(ports: Ports, providerId: string): Promise<void> {
  const { db, payments } = ports
  const asked = (await beginAsking(db, payments.id, providerId)) ?? (await adopt(ports, providerId))
  const snapshot = await takesSubscriptions(ports).get(providerId)
  const userId = await userOf(db, payments.id, providerId)
  if (!userId) throw new Error(`Subscription ${providerId} is nobody's`)

  await db.transaction(async (tx) => {
    const owner = await lockCreator(tx, userId)
    const row = await lockSubscription(tx, payments.id, providerId)
    await bookInvoices(tx, ports, row, snapshot)
    if (asked < row.kept) return
    await keep(tx, ports, { row, snapshot, asked, email: owner.deletedAt ? '' : owner.email })
  })
}

/** A crash came between the provider's answer and our note of it: the provider knows whose it is. */
async function adopt(ports: Ports, providerId: string): Promise<number> {
  const { userId } = await takesSubscriptions(ports).get(providerId)
  const living = userId ? await livingOf(ports.db, userId) : undefined
  if (!living || living.providerSubscriptionId)
    throw new Error(`Subscription ${providerId} belongs to no account here`)
  await attachProvider(ports.db, living.id, providerId)
  const asked = await beginAsking(ports.db, ports.payments.id, providerId)
  if (asked === undefined) throw new Error(`Subscription ${providerId} could not be kept`)
  return asked
}

async function bookInvoices(
  tx: Tx,
  ports: Ports,
  row: SubscriptionRow,
  { invoices }: SubscriptionSnapshot,
): Promise<void> {
  const { payments, config, clock, newId } = ports
  for (const { invoiceId, amount, paidAt } of invoices) {
    if (amount <= 0) continue
    const added = await insertInvoice(tx, {
      id: newId(),
      subscriptionId: row.id,
      provider: payments.id,
      providerInvoiceId: invoiceId,
      amount,
      currency: config.currency,
      paidAt,
    })
    if (!added) continue
    const posting = subscriptionIncome({ reference: `invoice/${added.id}`, amount })
    await post(tx, posting, { currency: config.currency, now: clock.now() })
  }
}

type News = { row: SubscriptionRow; snapshot: SubscriptionSnapshot; asked: number; email: string }

async function keep(tx: Tx, ports: Ports, { row, snapshot, asked, email }: News): Promise<void> {
  const now = ports.clock.now()
  const { state, currentPeriodEnd = null, cancelAtPeriodEnd, subscriptionId } = snapshot
  if (state === 'unknown') {
    const detail =
      'The card provider reports a state of this subscription that we do not know. Nothing was changed.'
    await raiseAlert(tx, ports, { kind: 'subscription-unknown', subject: subscriptionId, detail })
    return
  }
  const graceUntil = graceFor(state, row, now)
  const checks = state === row.state ? row.checks : 0
  await changeSubscription(tx, row.id, {
    state,
    currentPeriodEnd,
    cancelAtPeriodEnd,
    graceUntil,
    kept: asked,
    endedAt: state === 'canceled' ? (row.endedAt ?? now) : null,
    nextCheckAt: nextLookAt({ state, checks, currentPeriodEnd }, now),
    checks,
  })
  await setPlan(
    tx,
    row.userId,
    givesPro({ state, graceUntil, cancelAtPeriodEnd, currentPeriodEnd }, now) ? 'pro' : 'creator',
  )
  await tell(tx, ports, { row, snapshot, email })
}

/** Each change by mail, once: a failed renewal again when the next one fails. */
async function tell(tx: Tx, ports: Ports, { row, snapshot, email }: Omit<News, 'asked'>): Promise<void> {
  const kind = snapshot.state === 'unknown' ? undefined : newsOf(row.state, snapshot.state)
  if (!kind || !email) return
  const period = snapshot.currentPeriodEnd?.toISOString() ?? 'first'
  await queueMail(tx, ports, {
    kind,
    subject: `subscription/${row.id}/${period}`,
    recipient: email,
    data: { subscriptionId: row.id },
  })
}
