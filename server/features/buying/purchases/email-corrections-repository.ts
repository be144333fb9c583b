import { desc, eq } from 'drizzle-orm'
import { maskEmail } from '../../../../contract/email-address.ts'
import { limits } from '../../../../contract/limits.ts'
import type { RowId } from '../../../../contract/order-number.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { checkouts, purchaseEmailCorrections, purchases } from '../../../db/schema/index.ts'
import type { PurchaseRow } from './repository.ts'

export type EmailCorrectionRow = typeof purchaseEmailCorrections.$inferSelect

/** Replaces the email of a purchase and its checkout. False when it is not the given row's any more. */
export async function replaceBuyerEmail(tx: Tx, { id, checkoutId, buyerEmail }: PurchaseRow, email: string) {
  const replaced = await updateRow(tx, purchases, { id, buyerEmail }, { buyerEmail: email })
  if (!replaced) return false
  await updateRow(tx, checkouts, { id: checkoutId }, { buyerEmail: email })
  return true
}

/** Undefined when the buyer has corrected the address before. */
export async function insertEmailCorrection(
  tx: Tx,
  {
    from,
    to,
    ...correction
  }: Pick<EmailCorrectionRow, 'purchaseId' | 'correctedBy' | 'createdAt'> & { from: string; to: string },
): Promise<number | undefined> {
  const [inserted] = await tx
    .insert(purchaseEmailCorrections)
    .values({ ...correction, oldEmailMasked: maskEmail(from), newEmailMasked: maskEmail(to) })
    .onConflictDoNothing()
    .returning({ id: purchaseEmailCorrections.id })
  return inserted?.id
}

/** The newest corrections of a purchase's email, oldest first. */
export async function selectEmailCorrections(db: Db, purchaseId: RowId): Promise<Array<EmailCorrectionRow>> {
  const newest = await db
    .select()
    .from(purchaseEmailCorrections)
    .where(eq(purchaseEmailCorrections.purchaseId, purchaseId))
    .orderBy(desc(purchaseEmailCorrections.id))
    .limit(limits.maxListed.emailCorrectionsOfPurchase)
  return newest.reverse()
}
