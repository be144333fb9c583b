import type { MinorUnits } from '../../../../contract/money.ts'
import type { PayoutState } from '../../../../contract/payouts.ts'
import { formatMonth, type Month, payoutCutoff } from '../../../../domain/dates.ts'
import { payout, payoutPaid, payoutReturn } from '../../../../domain/ledger.ts'
import {
  availableAmount,
  canTransition,
  decidePayout,
  holdCutoff,
  minPayout,
  type PayoutDecision,
  sourceAccountOf,
  toPayoutUnits,
} from '../../../../domain/payout.ts'
import type { Tx } from '../../../db/database.ts'
import { insertRows } from '../../../db/rows.ts'
import { payouts } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { lockCreator, type UserRow } from '../../people/accounts/repository.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { recordEvent } from '../../telling/deliveries/events.ts'
import { postToLedger } from '../ledger/repository.ts'
import { askAboutReturned } from '../payout-methods/change.ts'
import { findPayee } from './find-payee.ts'
import { getFunds } from './funds.ts'
import { leaveOpenBatch, lockPayout, type PayoutRow, updatePayout } from './repository.ts'

/** The delay after which a transfer without a job is sent. */
const lostJobDelayMs = 2 * 60_000

type PayoutResult = { decision: PayoutDecision; amount: MinorUnits }
type DuePayoutInput = { runId: number; period: Month; creator: UserRow }

/**
 * Creates a creator's payout up to the end of a month, with its posting and a transfer's job; or returns why it is
 * skipped. The creator is told once the money is sent. The caller holds the creator's lock, so that no concurrent decision pays the same money.
 */
export async function createDuePayout(
  tx: Tx,
  ports: Ports,
  { runId, period, creator }: DuePayoutInput,
): Promise<PayoutResult> {
  const { config, settings, clock } = ports
  const now = clock.now()
  const cutoff = payoutCutoff(period, holdCutoff(settings.holdChanges(), now))
  const amount = toPayoutUnits(
    availableAmount(await getFunds(tx, creator.id, { cutoff, now })),
    config.currency,
  )
  const minimum = minPayout(config.currency, settings.current().minPayout)
  const payee = await findPayee(tx, ports, creator, amount)
  const decision = decidePayout(payee, amount, minimum)
  if ('skipped' in decision) return { decision, amount }

  const { currency } = config
  const isTransfer = decision.method === 'transfer'
  const [row] = await insertRows(tx, payouts, [
    {
      runId,
      month: formatMonth(period),
      creatorId: creator.id,
      amount,
      currency,
      state: 'processing',
      createdAt: now,
      method: decision.method,
      destination: (isTransfer ? creator.providerAccountId : payee.payoutEmail) ?? '',
      payeeId: payee.payeeId,
      // The encrypted details are copied as they are: only the payout file opens them.
      ...(!isTransfer && { destinationMask: payee.mask }),
      ...(isTransfer && {
        provider: ports.paymentProvider.id,
        providerAccountId: creator.providerAccountId,
        // When its job is lost, the sweep sends it.
        nextAttemptAt: new Date(now.getTime() + lostJobDelayMs),
      }),
    },
  ])
  await postToLedger(tx, payout({ creatorId: creator.id, amount, reference: `payout/${row.id}` }), {
    currency,
    now,
  })
  if (isTransfer) {
    const job = { name: 'send-transfer', data: { payoutId: String(row.id) } } as const
    await ports.queue.enqueue(tx, job, { singletonKey: String(row.id) })
  }
  return { decision, amount }
}

/** What a creator reads of a payout that came back because of *It wasn't me*. */
export const stoppedMessage =
  'It wasn’t sent, because you told us that a change of your payout details wasn’t yours.'

type PayoutDetails = Partial<Pick<PayoutRow, 'bankReference' | 'creatorMessage' | 'providerCode' | 'paidAt'>>

/**
 * Changes a payout's state, with its posting and email. Undefined when the state does not allow it any more, and
 * nothing was done.
 */
export async function transitionPayout(
  tx: Tx,
  ports: Ports,
  { id, creatorId }: Pick<PayoutRow, 'id' | 'creatorId'>,
  to: Exclude<PayoutState, 'processing'>,
  details: PayoutDetails = {},
): Promise<PayoutRow | undefined> {
  const creator = await lockCreator(tx, creatorId)
  const payout = await lockPayout(tx, id)
  if (!canTransition(payout.state, to)) return undefined

  await leaveOpenBatch(tx, payout)
  const now = ports.clock.now()
  const payoutTerms = { creatorId, amount: payout.amount, reference: `payout/${id}` }
  const posting =
    to === 'paid' ? payoutPaid(payoutTerms) : payoutReturn(payoutTerms, sourceAccountOf(payout.state))
  await postToLedger(tx, posting, { currency: payout.currency, now })
  if (to !== 'paid') await askAboutReturned(tx, ports, { payout, creator })
  const eventId = await recordEvent(tx, ports, {
    type: to === 'paid' ? 'payout.paid' : 'payout.returned',
    creatorId,
    subject: `payout/${id}`,
    payload: { payoutId: id, amount: payout.amount },
  })
  await sendEmail(tx, ports, {
    kind: to === 'paid' ? 'payout_paid' : 'payout_returned',
    dedupeKey: `payout/${id}`,
    to: creator.email,
    data: { payoutId: id },
    eventId,
  })
  return updatePayout(tx, id, {
    state: to,
    waitReason: null,
    providerCode: null,
    nextAttemptAt: null,
    attemptStartedAt: null,
    ...(to === 'paid' ? { paidAt: now } : { returnedAt: now }),
    ...details,
  })
}
