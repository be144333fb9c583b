import { limits } from '../../../contract/limits.ts'
import type { Cents } from '../../../contract/money.ts'
import { PayoutMethod } from '../../../contract/payouts.ts'
import { payout } from '../../../domain/ledger.ts'
import { available, type Due, due, type Payee } from '../../../domain/payout.ts'
import { cutoff, type Period } from '../../../domain/report.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { UserRow } from '../accounts/repository.ts'
import { post } from '../ledger/repository.ts'
import { queueMail } from '../mail/outbox.ts'
import { fundsOf } from './funds.ts'
import { insertPayout, type PayoutRow } from './repository.ts'

/** The decision, and the cents it was about. */
type Paid = { decided: Due; amount: Cents }
type Order = { runId: number; period: Period; creator: UserRow }

/**
 * Pays a creator what is due up to the end of a month: the payout, the posting that sets its money aside and what follows,
 * or nothing and why. The caller holds the creator's lock, so nobody else decides on the same money.
 */
export async function payDue(tx: Tx, ports: Ports, { runId, period, creator }: Order): Promise<Paid> {
  const { config, clock, newId } = ports
  const now = clock.now()
  const before = cutoff(period, { now, holdDays: config.payoutHoldDays })
  const amount = available(await fundsOf(tx, creator.id, before))
  const decided = due(payeeOf(ports, creator), amount, limits.minimumPayout)
  if ('skipped' in decided) return { decided, amount }

  const { currency } = config
  const id = newId()
  const isTransfer = decided.via === 'transfer'
  const row = await insertPayout(tx, {
    ...{ id, runId, ...period, creatorId: creator.id, amount, currency, state: 'processing', createdAt: now },
    via: decided.via,
    sentTo: (isTransfer ? creator.connectAccountId : creator.payoutEmail) ?? '',
    ...(isTransfer && { provider: ports.payments.id, providerAccountId: creator.connectAccountId }),
  })
  await post(tx, payout({ creatorId: creator.id, amount, reference: `payout/${id}` }), { currency, now })
  await sendOn(tx, ports, row, creator)
  return { decided, amount }
}

/** A transfer is a job of its own; what a person pays is announced. */
async function sendOn(tx: Tx, ports: Ports, { id, via }: PayoutRow, { email }: UserRow): Promise<void> {
  if (via === 'transfer') {
    const job = { name: 'send-transfer', data: { payoutId: String(id) } } as const
    return ports.queue.send(tx, job, { singletonKey: String(id) })
  }
  const data = { payoutId: id }
  await queueMail(tx, ports, { kind: 'payout', subject: `payout/${id}`, recipient: email, data })
}

/** What decides whether somebody is paid, and by which way. */
export function payeeOf(
  { payments }: Pick<Ports, 'payments'>,
  user: Pick<UserRow, 'payoutMethod' | 'payoutEmail' | 'connectState' | 'connectAccountId' | 'suspendedAt'>,
): Payee {
  return {
    payoutMethod: PayoutMethod.nullable().catch(null).parse(user.payoutMethod),
    payoutEmail: user.payoutEmail,
    takesTransfers:
      payments.connect !== undefined && user.connectState === 'complete' && user.connectAccountId !== null,
    isSuspended: user.suspendedAt !== null,
  }
}
