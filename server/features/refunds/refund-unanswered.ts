import { isFullRefund, refundableAmount } from '../../../domain/refund.ts'
import { forEachRow } from '../../db/for-each-row.ts'
import { rowsByKey } from '../../db/pages-by-key.ts'
import type { Ports } from '../../ports/index.ts'
import { lockCreator } from '../accounts/repository.ts'
import { revokeGrant } from '../purchases/grants-repository.ts'
import {
  findRefundRequest,
  isRefundInProgress,
  type RefundRequestRow,
  type RefundRequestWithPurchase,
  selectUnansweredRequests,
  updateDecision,
} from '../purchases/refund-requests-repository.ts'
import { lockGrant } from '../purchases/repository.ts'
import { notifyCreatorOfDecision } from './emails.ts'
import { executeRefund } from './execute-refund.ts'

const pageSize = 50

/** Refunds requests whose creator has neither refunded nor objected within 72 hours. Idempotent. */
export async function refundUnansweredRequests(ports: Ports, signal?: AbortSignal): Promise<void> {
  const now = ports.clock.now()
  const due = rowsByKey(
    (after: number | undefined, limit) => selectUnansweredRequests(ports.db, { now, after, limit }),
    {
      keyOf: ({ request }) => request.id,
      pageSize,
    },
  )
  const refund = async ({ request, purchase }: RefundRequestWithPurchase) => {
    if (signal?.aborted) return
    const approved = await approve(ports, request, purchase.creatorId)
    if (approved) await executeRefund(ports, approved)
  }
  await forEachRow(due, refund, {
    log: ports.log,
    message: 'an unanswered request could not be refunded, will retry',
    describe: ({ request }) => ({ refundRequestId: request.id }),
  })
}

/** Undefined when the creator or admin was faster, or another refund of the purchase is in progress. */
async function approve(
  ports: Ports,
  { id, purchaseId }: RefundRequestRow,
  creatorId: string,
): Promise<RefundRequestRow | undefined> {
  const now = ports.clock.now()
  return ports.db.transaction(async (tx) => {
    // Decisions and refunds are stored under this lock, so the request is read again after it.
    await lockCreator(tx, creatorId)
    const { purchase } = await lockGrant(tx, purchaseId)
    const current = await findRefundRequest(tx, id)
    const amount = refundableAmount(purchase)
    if (current?.request.state !== 'requested' || amount === 0) return undefined
    if (await isRefundInProgress(tx, purchaseId)) return undefined
    const approved = await updateDecision(tx, current.request, {
      state: 'processing',
      amount,
      decidedAt: now,
    })
    if (!approved) return undefined
    await notifyCreatorOfDecision(tx, ports, approved, purchase)
    // Access is revoked with the decision, so that no one has both the content and the full refund.
    if (isFullRefund(purchase, amount)) await revokeGrant(tx, purchaseId, { now, reason: 'refund' })
    return approved
  })
}
