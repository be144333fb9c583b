import { limits } from '../../../contract/limits.ts'
import type { MinorUnits } from '../../../contract/money.ts'
import { PayoutMethod } from '../../../contract/payouts.ts'
import { payout } from '../../../domain/ledger.ts'
import { type Month, payoutCutoff } from '../../../domain/month.ts'
import { availableAmount, decidePayout, type Payee, type PayoutDecision } from '../../../domain/payout.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { UserRow } from '../accounts/repository.ts'
import { postToLedger } from '../ledger/repository.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import { getFunds } from './funds-repository.ts'
import { insertPayout, type PayoutRow } from './repository.ts'

/** The decision, and the cents it was about. */
type PayoutResult = { decided: PayoutDecision; amount: MinorUnits }
type PayoutOrder = { runId: number; period: Month; creator: UserRow }

/**
 * Pays a creator what is due up to the end of a month: the payout, the posting that sets its money aside and what follows,
 * or nothing and why. The caller holds the creator's lock, so nobody else decides on the same money.
 */
export async function createDuePayout(
  tx: Tx,
  ports: Ports,
  { runId, period, creator }: PayoutOrder,
): Promise<PayoutResult> {
  const { config, clock } = ports
  const now = clock.now()
  const cutoffDate = payoutCutoff(period, { now, holdDays: config.payoutHoldDays })
  const amount = availableAmount(await getFunds(tx, creator.id, cutoffDate))
  const decision = decidePayout(toPayee(ports, creator), amount, limits.minPayoutAmount)
  if ('skipped' in decision) return { decided: decision, amount }

  const { currency } = config
  const isTransfer = decision.method === 'transfer'
  const row = await insertPayout(tx, {
    ...{ runId, ...period, creatorId: creator.id, amount, currency, state: 'processing', createdAt: now },
    method: decision.method,
    destination: (isTransfer ? creator.providerAccountId : creator.payoutEmail) ?? '',
    ...(isTransfer && { provider: ports.paymentProvider.id, providerAccountId: creator.providerAccountId }),
  })
  await postToLedger(tx, payout({ creatorId: creator.id, amount, reference: `payout/${row.id}` }), {
    currency,
    now,
  })
  await enqueueTransferOrNotify(tx, ports, row, creator)
  return { decided: decision, amount }
}

/** A transfer is a job of its own; what a person pays is announced. */
async function enqueueTransferOrNotify(
  tx: Tx,
  ports: Ports,
  { id, method }: PayoutRow,
  { email }: UserRow,
): Promise<void> {
  if (method === 'transfer') {
    const job = { name: 'send-transfer', data: { payoutId: String(id) } } as const
    return ports.queue.enqueue(tx, job, { singletonKey: String(id) })
  }
  const data = { payoutId: id }
  await enqueueEmail(tx, ports, { kind: 'payout', dedupeKey: `payout/${id}`, recipient: email, data })
}

/** What decides whether somebody is paid, and by which way. */
export function toPayee(
  { paymentProvider }: Pick<Ports, 'paymentProvider'>,
  user: Pick<
    UserRow,
    'payoutMethod' | 'payoutEmail' | 'providerAccountState' | 'providerAccountId' | 'suspendedAt'
  >,
): Payee {
  return {
    payoutMethod: PayoutMethod.safeParse(user.payoutMethod).data ?? null,
    payoutEmail: user.payoutEmail,
    transfersEnabled:
      paymentProvider.connect !== undefined &&
      user.providerAccountState === 'complete' &&
      user.providerAccountId !== null,
    isSuspended: user.suspendedAt !== null,
  }
}
