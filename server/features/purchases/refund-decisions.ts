import type { z } from 'zod'
import { type Cents, decimal } from '../../../contract/money.ts'
import type { decideRefundRequest, RefundOutlook, RefundRequest } from '../../../contract/refunds.ts'
import { mayDecideRefund } from '../../../domain/access.ts'
import { AppError } from '../../../domain/errors.ts'
import { creatorAccount } from '../../../domain/ledger.ts'
import { creatorsPart, isWhole, refundable, refundDue } from '../../../domain/refund.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { lockCreator } from '../accounts/repository.ts'
import { totalOf } from '../ledger/repository.ts'
import { payBackOrLater } from './pay-back.ts'
import { tellRefused } from './refund-mails.ts'
import {
  decideRequest,
  type Requested,
  type RequestRow,
  requestById,
  requestsTo,
  waitingFor,
} from './refund-rows.ts'
import { isUnderway } from './refund-start.ts'
import { lockGrant, revokeGrant } from './repository.ts'

const mostListed = 50

/** What buyers want back of one's own sales. */
export async function refundRequestsOf({ db }: Ports, viewer: Viewer) {
  const rows = await requestsTo(db, viewer.id, mostListed)
  return { ...(await waitingFor(db, viewer.id)), requests: rows.map(present) }
}

/** One request, and what the balance would be after a refund: of all that is left, or of `amount`. */
export async function refundOutlook(
  ports: Ports,
  viewer: Viewer,
  { id, amount }: { id: number; amount?: string | undefined },
): Promise<RefundOutlook> {
  const found = await foundFor(ports, viewer, id)
  const { purchase } = found
  const isOver = stateOf(found) !== 'asked' || refundable(purchase) === 0
  return outlook(ports, viewer, found, isOver ? 0 : refundDue(purchase, amount))
}

type Decision = z.output<typeof decideRefundRequest.body>

/** The creator or the admin decides, once. Throws AppError `conflict` when it is decided already. */
export async function decideRefund(
  ports: Ports,
  viewer: Viewer,
  id: number,
  decision: Decision,
): Promise<RefundOutlook> {
  const found = await foundFor(ports, viewer, id)
  const decided = await writeDown(ports, viewer, found, decision)
  if (decided.state === 'refunding') await payBackOrLater(ports, decided)
  return outlook(ports, viewer, await foundFor(ports, viewer, id), 0)
}

/** Intention first: the decision stands, with what it closes and whom it tells, before the provider is asked. */
async function writeDown(
  ports: Ports,
  viewer: Viewer,
  { request, purchase: { id: purchaseId, creatorId } }: Requested,
  { decision, amount, reason }: Decision,
): Promise<RequestRow> {
  const now = ports.clock.now()
  return ports.db.transaction(async (tx) => {
    // Refunds are booked under this lock, so what is left cannot change while we decide.
    await lockCreator(tx, creatorId)
    const { purchase } = await lockGrant(tx, purchaseId)
    const current = await requestById(tx, request.id)
    if (!current || stateOf(current) !== 'asked') throw new AppError('conflict', 'This is decided already.')
    const isRefund = decision === 'refund'
    if (isRefund && (await isUnderway(tx, purchaseId)))
      throw new AppError('conflict', 'A refund of this purchase is on its way already.')
    const part = isRefund ? refundDue(purchase, amount) : request.amount
    const decided = await decideRequest(tx, request.id, {
      state: isRefund ? 'refunding' : 'refused',
      amount: part,
      decidedAt: now,
      decidedBy: viewer.id,
      answer: reason,
    })
    if (!decided) throw new AppError('conflict', 'This is decided already.')
    if (!isRefund) await tellRefused(tx, ports, decided, purchase)
    // Closed with the intention: nobody has both the content and all of the money.
    if (isRefund && isWhole(purchase, part)) await revokeGrant(tx, purchaseId, { now, reason: 'refund' })
    return decided
  })
}

async function foundFor({ db }: Ports, viewer: Viewer, id: number): Promise<Requested> {
  const found = await requestById(db, id)
  if (!found || !mayDecideRefund(viewer, found.purchase))
    throw new AppError('not_found', 'Refund Request Not Found')
  return found
}

async function outlook({ db }: Ports, viewer: Viewer, found: Requested, part: Cents): Promise<RefundOutlook> {
  const { creatorId, currency } = found.purchase
  const balance = await totalOf(db, creatorAccount(creatorId))
  const after = part === 0 ? balance : balance - creatorsPart(found.purchase, part)
  return {
    ...present(found),
    balance: decimal(balance, currency),
    balanceAfter: decimal(after, currency),
    isOwn: viewer.id === creatorId,
  }
}

function present(found: Requested): RefundRequest {
  const { request, purchase, title } = found
  const { currency } = purchase
  return {
    id: request.id,
    state: stateOf(found),
    contentId: purchase.contentId,
    title,
    purchaseId: purchase.id,
    paid: decimal(purchase.amount, currency),
    amount: decimal(request.amount, currency),
    refundable: decimal(refundable(purchase), currency),
    currency,
    reason: request.reason,
    answer: request.answer,
    createdAt: request.createdAt.toISOString(),
    decidedAt: request.decidedAt?.toISOString() ?? null,
  }
}

/** What was paid back by another way (at the provider, by the bank's hand) waits for nobody. */
function stateOf({ request, purchase }: Requested): RequestRow['state'] {
  return request.state === 'asked' && purchase.refunded >= purchase.amount ? 'refunded' : request.state
}
