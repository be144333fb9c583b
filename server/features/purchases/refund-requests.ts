import { and, eq, lt } from 'drizzle-orm'
import { AppError } from '../../../domain/errors.ts'
import { refundStanding } from '../../../domain/purchase.ts'
import type { Tx } from '../../db/database.ts'
import { refundRequests } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import { lastAsked } from './opened.ts'
import { tellAsked } from './refund-mails.ts'
import type { RequestRow } from './refund-rows.ts'
import { boughtById, lockGrant, revokeGrant } from './repository.ts'
import { settlePurchase } from './settle.ts'
import { boughtBy, requireOpen } from './unlock.ts'

/** Milliseconds after which a refund that was begun is taken up again. */
const patience = 60_000

/**
 * The buyer asks for their money back. While nothing was opened it goes back at once; otherwise the creator is asked.
 * Throws AppError when it is too late, or was asked before.
 */
export async function requestRefund(ports: Ports, token: string, reason: string) {
  const bought = await boughtBy(ports, token)
  requireOpen(bought)
  const request = await ports.db.transaction(async (tx) => {
    // What was opened or paid back is read under the lock: nobody opens the content while we decide.
    const { purchase, grant } = await lockGrant(tx, bought.purchase.id)
    const standing = refundStanding(purchase, await lastAsked(tx, purchase.id), ports.clock.now())
    if (standing !== 'possible') throw new AppError('conflict', sentences[standing])
    const state = grant.openedAt ? ('asked' as const) : ('refunding' as const)
    const amount = purchase.amount - purchase.refunded
    // Closed with the intention, not with the provider's answer: nobody has both the content and the money.
    if (state === 'refunding')
      await revokeGrant(tx, purchase.id, { now: ports.clock.now(), reason: 'refund' })
    const asked = { purchaseId: purchase.id, amount, reason, askedBy: 'buyer', state } as const
    const row = await insertRequest(tx, ports, asked)
    if (state === 'asked') await tellAsked(tx, ports, row, purchase)
    return row
  })
  if (request.state === 'asked') return { state: 'asked' as const }
  return { state: await payBackOrLater(ports, request) }
}

/** Pays back what is decided; where the provider does not answer, the sweeper takes it up again. */
export async function payBackOrLater(ports: Ports, row: RequestRow): Promise<'refunded' | 'refunding'> {
  return payBack(ports, row).catch((error: unknown) => later(ports, error, row))
}

/** Refunds that were begun and not finished: a crash, or a provider that did not answer. */
export async function resumeRefunds(ports: Ports): Promise<void> {
  const before = new Date(ports.clock.now().getTime() - patience)
  const rows = await ports.db
    .select()
    .from(refundRequests)
    .where(and(eq(refundRequests.state, 'refunding'), lt(refundRequests.decidedAt, before)))
    .limit(50)
  for (const row of rows) await payBackOrLater(ports, row)
}

/** Intention first: our row stands already, its id is the key, so asking the provider again never pays twice. */
async function payBack(
  ports: Ports,
  { id, purchaseId, amount }: RequestRow,
): Promise<'refunded' | 'refunding'> {
  const bought = await boughtById(ports.db, purchaseId)
  const paymentId = bought?.attempt.providerPaymentId
  if (!paymentId) throw new Error(`Purchase ${purchaseId} has no payment`)
  const refund = await ports.payments.refund({ paymentId, amount, reason: 'requested' }, `refund:${id}`)
  await settlePurchase(ports, paymentId)
  if (refund.state !== 'succeeded') return 'refunding'
  await ports.db.update(refundRequests).set({ state: 'refunded' }).where(eq(refundRequests.id, id))
  return 'refunded'
}

function later({ log }: Ports, error: unknown, { id }: RequestRow): 'refunding' {
  log.error({ err: error, refundRequestId: id }, 'a refund could not be made yet; it is tried again')
  return 'refunding'
}

async function insertRequest(
  tx: Tx,
  { newId, clock }: Ports,
  request: Pick<RequestRow, 'purchaseId' | 'amount' | 'reason' | 'askedBy' | 'state'>,
): Promise<RequestRow> {
  const now = clock.now()
  const decidedAt = request.state === 'asked' ? null : now
  const [row] = await tx
    .insert(refundRequests)
    .values({ ...request, id: newId(), createdAt: now, decidedAt })
    .returning()
  if (!row) throw new Error('A refund request was not kept')
  return row
}

const sentences = {
  asked: 'You have asked already. The creator decides, and you get a mail.',
  refunding: 'Your refund is on its way already.',
  refused: 'The creator has decided on this already. Write to us if that is not right.',
  over: 'The 30 days for a refund are over, or nothing is left to pay back.',
}
