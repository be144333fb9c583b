import { providerFee } from '../../../domain/ledger.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { PaymentSnapshot } from '../../ports/payment-provider.ts'
import { postingExists, postToLedger } from '../ledger/repository.ts'
import type { PurchaseRow } from '../purchases/repository.ts'
import { findDispute } from '../purchases/reversals-repository.ts'
import { disputesIn } from './reconcile-disputes.ts'

/** Posts the provider's dispute fees, once each: they are the platform's, never the creator's. */
export async function postDisputeFees(
  tx: Tx,
  { paymentProvider, clock }: Ports,
  { currency, creatorId }: PurchaseRow,
  snapshot: PaymentSnapshot,
): Promise<void> {
  for (const { disputeId, providerFeeAmount } of disputesIn(snapshot)) {
    const row = providerFeeAmount ? await findDispute(tx, paymentProvider.id, disputeId) : undefined
    if (!providerFeeAmount || !row) continue
    const posting = providerFee({ reference: `dispute/${row.id}`, creatorId, fee: providerFeeAmount })
    if (!(await postingExists(tx, posting))) await postToLedger(tx, posting, { currency, now: clock.now() })
  }
}
