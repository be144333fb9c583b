import { creatorAccount, refund } from '../../../domain/ledger.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { PaymentSnapshot } from '../../ports/payment-provider.ts'
import { lockCreator } from '../accounts/repository.ts'
import { addToTotals } from '../content/repository.ts'
import { post } from '../ledger/repository.ts'
import { raiseAlert } from './alerts.ts'
import { type Bought, bookedRefunds, insertRefund, revokeGrant, setRefunded } from './repository.ts'

/** Books what the provider has paid back since we last looked, each of its refunds once. A full refund closes access. */
export async function foldRefunds(
  tx: Tx,
  ports: Ports,
  { purchase }: Bought,
  snapshot: PaymentSnapshot,
): Promise<void> {
  const now = ports.clock.now()
  const { creatorId, amount, fee, currency, contentId } = purchase
  let before = purchase.refunded
  const booked = await bookedRefunds(tx, purchase.id)
  const fresh = snapshot.refunds.filter(
    ({ state, refundId }) => state === 'succeeded' && !booked.has(refundId),
  )
  for (const reported of fresh) {
    if (before + reported.amount > amount) {
      const detail = `The provider reports more paid back than was paid for purchase ${purchase.id}.`
      await raiseAlert(tx, ports, { kind: 'over-refund', subject: reported.refundId, detail })
      continue
    }
    const id = ports.newId()
    await insertRefund(tx, {
      id,
      purchaseId: purchase.id,
      provider: ports.payments.id,
      providerRefundId: reported.refundId,
      amount: reported.amount,
      createdAt: now,
    })
    await lockCreator(tx, creatorId)
    const after = before + reported.amount
    const posting = refund({ creatorId, amount, fee, before, after, reference: `refund/${id}` })
    await post(tx, posting, { currency, now })
    const earned = posting.entries.find(({ account }) => account === creatorAccount(creatorId))?.amount ?? 0
    await addToTotals(tx, { contentId, tips: after === amount ? -1 : 0, unlocks: 0, earned })
    await setRefunded(tx, purchase.id, after)
    if (after === amount) await revokeGrant(tx, purchase.id, now)
    before = after
  }
}
