import { AppError } from '../../../../domain/errors.ts'
import type { Tx } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { checkouts } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { type CompanyDetails, replaceDocument } from '../../money/documents/replace.ts'
import { lockPurchase, type PurchaseWithGrant } from '../purchases/repository.ts'
import { freezeContents } from './freeze-contents.ts'
import { issueReceipts } from './issue-receipts.ts'
import { type DocumentRow, selectReceiptsOfPurchase } from './repository.ts'

export type Company = CompanyDetails & { vatIdVerifiedAt: Date | null }

type Replacement = {
  bought: Pick<PurchaseWithGrant, 'purchase' | 'checkout'>
  company: Company
  /** Throws where the receipt may not be replaced. Called with the purchase's documents, which nobody else changes meanwhile. */
  check: (documents: ReadonlyArray<DocumentRow>) => void
  /** What else belongs to it, such as an entry of the audit log. */
  also?: (tx: Tx, replacement: DocumentRow) => Promise<unknown>
}

/**
 * Replaces the receipt of a purchase by a credit note and a new receipt with a company's details. The tax stays: what was
 * owed was decided when it was paid. Later refunds correct the new receipt. Throws AppError `conflict` for a sale without
 * a numbered receipt.
 */
export async function replaceReceipt(
  ports: Ports,
  { bought: { purchase, checkout }, company, check, also }: Replacement,
): Promise<void> {
  await issueReceipts(ports)
  await ports.db.transaction(async (tx) => {
    await lockPurchase(tx, purchase.id)
    const documents = await selectReceiptsOfPurchase(tx, purchase.id)
    check(documents)
    const receipt = documents.findLast(({ kind }) => kind === 'receipt')
    if (!receipt)
      throw new AppError('conflict', 'This sale has no numbered receipt, so there is nothing to correct.')
    const { vatIdVerifiedAt, ...details } = company
    const { creditNote, replacement } = await replaceDocument(tx, ports, receipt, details)
    await updateRow(tx, checkouts, { id: checkout.id }, { ...details, vatIdVerifiedAt })
    await freezeContents(tx, ports, [creditNote, replacement])
    await also?.(tx, replacement)
  })
}
