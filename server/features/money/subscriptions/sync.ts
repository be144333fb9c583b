import { AppError } from '../../../../domain/errors.ts'
import {
  emailKindForTransition,
  gracePeriodEnd,
  isProActive,
  nextCheckAt,
} from '../../../../domain/subscription.ts'
import type { Tx } from '../../../db/database.ts'
import { forEachRow } from '../../../db/pages-by-key.ts'
import { updateRow } from '../../../db/rows.ts'
import { subscriptions } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import type { SubscriptionCapability, SubscriptionSnapshot } from '../../../ports/subscriptions.ts'
import { lockCreator } from '../../people/accounts/repository.ts'
import { raiseAlert } from '../../telling/alerts/service.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { syncProPayment } from './invoice-reversals.ts'
import { readNewInvoices, recordInvoice } from './invoices.ts'
import { selectPaymentsWithoutFee } from './invoices-repository.ts'
import { findMissingPayments } from './missing-payments.ts'
import {
  claimDueSubscriptions,
  findCurrentSubscription,
  findSubscription,
  findSubscriptionOwner,
  lockSubscription,
  nextRequestSeq,
  type SubscriptionRow,
  selectEndingSubscriptions,
  selectOrphanedSubscriptions,
  setPlan,
  setProviderSubscriptionId,
} from './repository.ts'

/**
 * Syncs a subscription; nothing else changes the plan. Reads its state at the provider and stores it with its
 * invoices, their postings, and the plan of its owner. May be called any number of times, in any order: a response
 * older than the newest applied one changes nothing.
 */
export async function syncSubscription(ports: Ports, providerId: string): Promise<void> {
  const { db, paymentProvider } = ports
  const requestSeq =
    (await nextRequestSeq(db, paymentProvider.id, providerId)) ??
    (await linkOrphanedSubscription(ports, providerId))
  const snapshot = await requireSubscriptions(ports).get(providerId)
  const added = await readNewInvoices(ports, snapshot)
  const userId = await findSubscriptionOwner(db, paymentProvider.id, providerId)
  if (!userId) throw new Error(`Subscription ${providerId} has no owner`)

  await db.transaction(async (tx) => {
    const owner = await lockCreator(tx, userId)
    const row = await lockSubscription(tx, paymentProvider.id, providerId)
    for (const invoice of added) await recordInvoice(tx, ports, row, invoice)
    // A refund of an invoice that was just recorded may have ended Pro.
    const current = added.length > 0 ? await findSubscription(tx, row.id) : row
    if (requestSeq < row.appliedRequestSeq) return
    const email = owner.deletedAt ? '' : owner.email
    await applySnapshot(tx, ports, { row: current, snapshot, requestSeq, email })
  })
}

/** After a crash between the provider's response and our update, the provider's metadata names the owner. */
async function linkOrphanedSubscription(ports: Ports, providerId: string): Promise<number> {
  const { userId } = await requireSubscriptions(ports).get(providerId)
  const currentSubscription = userId ? await findCurrentSubscription(ports.db, userId) : undefined
  if (!currentSubscription || currentSubscription.providerSubscriptionId)
    throw new Error(`Subscription ${providerId} does not match any account`)
  await setProviderSubscriptionId(ports.db, currentSubscription.id, { providerSubscriptionId: providerId })
  const requestSeq = await nextRequestSeq(ports.db, ports.paymentProvider.id, providerId)
  if (requestSeq === undefined) throw new Error(`Subscription ${providerId} could not be stored`)
  return requestSeq
}

type SyncInput = { row: SubscriptionRow; snapshot: SubscriptionSnapshot; requestSeq: number; email: string }

async function applySnapshot(tx: Tx, ports: Ports, { row, snapshot, requestSeq, email }: SyncInput) {
  const now = ports.clock.now()
  const { state, currentPeriodEnd = null, cancelAtPeriodEnd, subscriptionId, price } = snapshot
  if (state === 'unknown') {
    const message = 'The card provider reported an unknown status for this subscription. Nothing was changed.'
    await raiseAlert(tx, ports, { kind: 'subscription-unknown', target: subscriptionId, message })
    return
  }
  const gracePeriodEndsAt = gracePeriodEnd(state, row, now)
  const checkCount = state === row.state ? row.checkCount : 0
  await updateRow(
    tx,
    subscriptions,
    { id: row.id },
    {
      state,
      currentPeriodEnd,
      cancelAtPeriodEnd,
      gracePeriodEndsAt,
      confirmationUrl: snapshot.confirmationUrl ?? null,
      paymentUrl: snapshot.paymentUrl ?? null,
      ...(price && { monthlyPrice: price.amount, priceCurrency: price.currency }),
      appliedRequestSeq: requestSeq,
      endedAt: state === 'canceled' ? (row.endedAt ?? now) : null,
      nextCheckAt: nextCheckAt({ state, checkCount, currentPeriodEnd }, now),
      checkCount,
    },
  )
  await setPlan(
    tx,
    row.userId,
    row.endReason === null &&
      isProActive({ state, gracePeriodEndsAt, cancelAtPeriodEnd, currentPeriodEnd }, now)
      ? 'pro'
      : 'creator',
  )
  await enqueueTransitionEmail(tx, ports, { row, snapshot, email })
}

/** Emails each change once; a failed renewal again for the next period. */
async function enqueueTransitionEmail(
  tx: Tx,
  ports: Ports,
  { row, snapshot, email }: Omit<SyncInput, 'requestSeq'>,
): Promise<void> {
  const { state, confirmationUrl } = snapshot
  if (state === 'unknown') return
  const kind = emailKindForTransition(
    { state: row.state, needsConfirmation: row.confirmationUrl !== null },
    { state, needsConfirmation: confirmationUrl !== undefined },
  )
  if (!kind || !email) return
  // The email about the refund says it.
  if (kind === 'subscription_ended' && row.endReason !== null && row.endReason !== 'disputed') return
  const period = snapshot.currentPeriodEnd?.toISOString() ?? 'first'
  await sendEmail(tx, ports, {
    kind,
    dedupeKey: `subscription/${row.id}/${period}`,
    to: email,
    data: { subscriptionId: row.id },
  })
}

/** The provider's subscription capability. Throws AppError when this instance does not sell Pro. */
export function requireSubscriptions({
  paymentProvider,
}: Pick<Ports, 'paymentProvider'>): SubscriptionCapability {
  if (!paymentProvider.subscriptions) throw new AppError('not_found', 'Pro isn’t available on this site.')
  return paymentProvider.subscriptions
}

const batchSize = 50

/**
 * Reads subscriptions without recent webhooks again, cancels those of deleted accounts, finds payments that are missing, and ends
 * those whose payment was returned.
 */
export async function syncDueSubscriptions(ports: Ports): Promise<void> {
  const { db, paymentProvider, clock } = ports
  if (!paymentProvider.subscriptions) return
  for (const row of await claimDueSubscriptions(db, clock.now(), batchSize)) await syncOrLog(ports, row)
  for (const row of await selectOrphanedSubscriptions(db)) await cancelOrphaned(ports, row)
  await findMissingPayments(ports)
  await endReturnedSubscriptions(ports)
  // A payment that fails holds up no other.
  await forEachRow(
    await selectPaymentsWithoutFee(db, clock.now(), batchSize),
    (paymentId) => syncProPayment(ports, paymentId),
    {
      log: ports.log,
      message: 'the fee of a Pro payment could not be read, will retry',
      describe: (paymentId) => ({ paymentId }),
    },
  )
}

/** Ends subscriptions at the provider whose payment was returned. Errors are logged, and the sweep tries again. */
export async function endReturnedSubscriptions(ports: Ports): Promise<void> {
  for (const { id, providerSubscriptionId } of await selectEndingSubscriptions(ports.db)) {
    if (!providerSubscriptionId) continue
    try {
      await requireSubscriptions(ports).cancelNow(providerSubscriptionId)
      await syncSubscription(ports, providerSubscriptionId)
    } catch (error) {
      ports.log.error(
        { err: error, subscriptionId: id },
        'a returned subscription could not be ended, will retry',
      )
    }
  }
}

async function syncOrLog(ports: Ports, { id, providerSubscriptionId }: SubscriptionRow): Promise<void> {
  if (!providerSubscriptionId) return
  await syncSubscription(ports, providerSubscriptionId).catch((error: unknown) => {
    ports.log.error({ err: error, subscriptionId: id }, 'subscription could not be synced, will retry')
  })
}

async function cancelOrphaned(ports: Ports, { id, providerSubscriptionId }: SubscriptionRow): Promise<void> {
  if (!providerSubscriptionId) return
  try {
    await requireSubscriptions(ports).cancelAtPeriodEnd(providerSubscriptionId)
    await syncSubscription(ports, providerSubscriptionId)
  } catch (error) {
    ports.log.error(
      { err: error, subscriptionId: id },
      'subscription of a deleted account could not be canceled',
    )
  }
}
