import { providerFee } from '../../../domain/ledger.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { PaymentSnapshot } from '../../ports/payment-provider.ts'
import { isPosted, post } from '../ledger/repository.ts'
import { disputesIn } from './disputes.ts'
import type { PurchaseRow } from './repository.ts'
import { disputeRow } from './reversals.ts'

/** Books what disputes cost us besides their money, once for each: the platform's, never the creator's. */
export async function foldDisputeFees(
  tx: Tx,
  { payments, clock }: Ports,
  { currency }: PurchaseRow,
  snapshot: PaymentSnapshot,
): Promise<void> {
  for (const { disputeId, fee } of disputesIn(snapshot)) {
    const row = fee ? await disputeRow(tx, payments.id, disputeId) : undefined
    if (!fee || !row) continue
    const posting = providerFee({ reference: `dispute/${row.id}`, fee })
    if (!(await isPosted(tx, posting))) await post(tx, posting, { currency, now: clock.now() })
  }
}
