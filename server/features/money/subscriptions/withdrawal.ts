import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import { formatDecimal, type MinorUnits } from '../../../../contract/money.ts'
import type { Subscription } from '../../../../contract/subscriptions.ts'
import { hasWithdrawalRight } from '../../../../domain/buyer-terms.ts'
import { AppError } from '../../../../domain/errors.ts'
import { proConsentText, withdrawalDeadline, withdrawalRefund } from '../../../../domain/pro-payment.ts'
import type { Db } from '../../../db/database.ts'
import { hasRow, insertRows, updateRow } from '../../../db/rows.ts'
import { invoiceReversals, invoices, subscriptions } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { lockCreator } from '../../people/accounts/repository.ts'
import { findBuyerOfPro } from './buyer.ts'
import type { InvoiceRow } from './invoices-repository.ts'
import { sendRefund } from './refunds.ts'
import { findCurrentSubscription, type SubscriptionRow, setPlan } from './repository.ts'
import { endReturnedSubscriptions } from './sync.ts'

/**
 * The words to agree to before paying for Pro: where the creator or the seller is in a country whose consumers may withdraw, and
 * where the creator's country is not known. Null elsewhere.
 */
export async function consentText(ports: Ports, userId: string): Promise<string | null> {
  const { country } = await findBuyerOfPro(ports.db, ports, userId)
  const { sellerCountry } = ports.settings.current()
  return country === null || hasWithdrawalRight(country) || hasWithdrawalRight(sellerCountry)
    ? proConsentText
    : null
}

/** Stores the words and the time on the subscription that is about to be paid. */
export async function agreeToPro(ports: Ports, viewer: Viewer): Promise<{ saved: true }> {
  const { userId, state } = subscriptions
  const words = (await consentText(ports, viewer.id)) ?? ''
  await ports.db
    .update(subscriptions)
    .set({ withdrawalConsent: words, withdrawalConsentAt: words ? ports.clock.now() : null })
    .where(and(eq(userId, viewer.id), eq(state, 'incomplete')))
  return { saved: true }
}

type Withdrawable = { invoice: InvoiceRow; amount: MinorUnits }

/** What canceling now refunds; undefined after the deadline. */
async function findWithdrawable(
  db: Db,
  subscription: SubscriptionRow,
  now: Date,
): Promise<Withdrawable | undefined> {
  if (subscription.endReason !== null || subscription.state === 'canceled') return undefined
  const [first] = await db
    .select()
    .from(invoices)
    .where(eq(invoices.subscriptionId, subscription.id))
    .orderBy(asc(invoices.paidAt), asc(invoices.id))
    .limit(1)
  if (!first?.providerPaymentId || !first.periodEnd) return undefined
  const { userId, endReason, id } = subscriptions
  const earlier = and(eq(userId, subscription.userId), eq(endReason, 'withdrawn'), ne(id, subscription.id))
  const amount = withdrawalRefund(
    {
      amount: first.amount - first.returnedAmount,
      paidAt: first.paidAt,
      periodEnd: first.periodEnd,
      hasWithdrawnBefore: await hasRow(db, subscriptions, earlier),
    },
    now,
  )
  return amount === undefined ? undefined : { invoice: first, amount }
}

/** For the plan's page. */
export async function presentWithdrawal(
  { db, clock }: Ports,
  subscription: SubscriptionRow | undefined,
): Promise<Subscription['withdrawal']> {
  const found = subscription && (await findWithdrawable(db, subscription, clock.now()))
  if (!found) return null
  const { invoice, amount } = found
  return {
    until: withdrawalDeadline(invoice.paidAt).toISOString(),
    amount: formatDecimal(amount, invoice.currency),
  }
}

/**
 * Cancels Pro with a refund. Our rows are written first: Pro is off from then on, and the refund and the end of the subscription
 * at the provider are repeated until they are done.
 */
export async function withdrawFromPro(ports: Ports, viewer: Viewer): Promise<void> {
  const { db, clock, paymentProvider } = ports
  const current = await findCurrentSubscription(db, viewer.id)
  const refund = await db.transaction(async (tx) => {
    await lockCreator(tx, viewer.id)
    const subscription = current && (await findCurrentSubscription(tx, viewer.id))
    const now = clock.now()
    const found = subscription && (await findWithdrawable(tx, subscription, now))
    if (!subscription || !found)
      throw new AppError(
        'conflict',
        'The 14 days to cancel with a refund are over. You can still cancel Pro at the end of the billing period.',
      )
    const { invoice, amount } = found
    const { invoiceId, state, kind } = invoiceReversals
    const isAsked = and(eq(invoiceId, invoice.id), eq(state, 'requested'), eq(kind, 'refund'))
    if (await hasRow(tx, invoiceReversals, and(isAsked, isNull(invoiceReversals.providerReversalId))))
      throw new AppError('conflict', 'This payment is being refunded already.')
    await updateRow(tx, subscriptions, { id: subscription.id }, { endReason: 'withdrawn' })
    await setPlan(tx, viewer.id, 'creator')
    const [row] = await insertRows(tx, invoiceReversals, [
      {
        invoiceId: invoice.id,
        creatorId: viewer.id,
        kind: 'refund',
        provider: paymentProvider.id,
        state: 'requested',
        amount,
        isWithdrawal: true,
        createdAt: now,
        updatedAt: now,
      },
    ])
    return row
  })
  await sendRefund(ports, refund)
  await endReturnedSubscriptions(ports)
}
