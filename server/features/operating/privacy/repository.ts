import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../../db/database.ts'
import {
  accessGrants,
  alerts,
  checkouts,
  contentItems,
  contentReports,
  contentUpdateOptOuts,
  copyRequests,
  deliveries,
  feedback,
  followers,
  messages,
  purchaseEmailCorrections,
  purchases,
  refundRequests,
  signInCodes,
  testPurchases,
  webhookTries,
} from '../../../db/schema/index.ts'
import { deleteMessagesOf } from '../../buying/purchases/messages-repository.ts'
import { deleteDevicesOf } from '../../selling/licenses/repository.ts'
import { eraseRecipient } from '../../telling/deliveries/erase-recipient.ts'

/** An address gets a few emails a day at most. */
const maxExportedEmails = 10_000

const isAddress = (column: PgColumn, email: string) => eq(sql`lower(${column})`, email.toLowerCase())

export async function selectBuyerPurchases(db: Db, email: string) {
  return db
    .select({
      purchase: purchases,
      checkout: checkouts,
      title: contentItems.title,
      revocationMessage: accessGrants.revocationMessage,
    })
    .from(purchases)
    .innerJoin(accessGrants, eq(accessGrants.purchaseId, purchases.id))
    .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
    .innerJoin(contentItems, eq(contentItems.id, purchases.contentId))
    .where(isAddress(purchases.buyerEmail, email))
    .orderBy(asc(purchases.paidAt))
}

/** What the address's owner wrote to the site, whom they follow, and which emails they got. */
export async function selectBuyerMessages(db: Db, email: string) {
  return {
    emails: await db
      .select({ kind: deliveries.kind, createdAt: deliveries.createdAt, sentAt: deliveries.sentAt })
      .from(deliveries)
      .where(and(eq(deliveries.channel, 'email'), isAddress(deliveries.target, email)))
      .orderBy(desc(deliveries.createdAt))
      .limit(maxExportedEmails),
    testPurchases: await db.select().from(testPurchases).where(isAddress(testPurchases.buyerEmail, email)),
    updateOptOuts: await db
      .select()
      .from(contentUpdateOptOuts)
      .where(eq(contentUpdateOptOuts.email, email.toLowerCase())),
    follows: await db.select().from(followers).where(isAddress(followers.email, email)),
    copyRequests: await db.select().from(copyRequests).where(isAddress(copyRequests.email, email)),
    feedback: await db.select().from(feedback).where(isAddress(feedback.email, email)),
    reports: await db.select().from(contentReports).where(isAddress(contentReports.reporterEmail, email)),
  }
}

export async function selectRequestsOfPurchases(db: Db, purchaseIds: Array<number>) {
  return db.select().from(refundRequests).where(inArray(refundRequests.purchaseId, purchaseIds))
}

/**
 * Erases an address and what its owner wrote. Amounts, countries, cards' last digits and receipts stay. Checkouts that
 * were not paid since `unpaidSince` are erased too; older ones have been already. Returns the number of purchases.
 */
export async function eraseAddress(tx: Tx, email: string, unpaidSince: Date): Promise<number> {
  const rows = await tx
    .update(purchases)
    .set({ buyerEmail: '', cardFingerprintHash: null })
    .where(isAddress(purchases.buyerEmail, email))
    .returning({ id: purchases.id, checkoutId: purchases.checkoutId })
  const erased = {
    buyerEmail: '',
    supporterName: '',
    supporterMessage: '',
    ipHash: '',
    utmParameters: '',
    buyerCookieHash: sql`'erased/' || ${checkouts.id}`,
  }
  const checkoutIds = rows.map(({ checkoutId }) => checkoutId)
  await tx.update(checkouts).set(erased).where(inArray(checkouts.id, checkoutIds))
  await tx
    .update(checkouts)
    .set(erased)
    .where(and(isAddress(checkouts.buyerEmail, email), gte(checkouts.createdAt, unpaidSince)))
  const purchaseIds = rows.map(({ id }) => id)
  await tx
    .update(accessGrants)
    .set({ revocationMessage: '' })
    .where(inArray(accessGrants.purchaseId, purchaseIds))
  await tx
    .update(purchaseEmailCorrections)
    .set({ oldEmailMasked: '', newEmailMasked: '' })
    .where(inArray(purchaseEmailCorrections.purchaseId, purchaseIds))
  await tx
    .update(refundRequests)
    .set({ requestMessage: '' })
    .where(and(inArray(refundRequests.purchaseId, purchaseIds), eq(refundRequests.requestedBy, 'buyer')))
  await deleteMessagesOf(tx, purchaseIds)
  await deleteDevicesOf(tx, purchaseIds)
  await tx
    .delete(deliveries)
    .where(inArray(sql`${deliveries.data} ->> 'purchaseId'`, purchaseIds.map(String)))
  await eraseRecipient(tx, email)
  await eraseFromTexts(tx, email)
  await tx.delete(followers).where(isAddress(followers.email, email))
  await tx.delete(copyRequests).where(isAddress(copyRequests.email, email))
  await tx.delete(contentUpdateOptOuts).where(eq(contentUpdateOptOuts.email, email.toLowerCase()))
  await tx.delete(testPurchases).where(isAddress(testPurchases.buyerEmail, email))
  await tx.delete(signInCodes).where(isAddress(signInCodes.email, email))
  await tx.delete(feedback).where(isAddress(feedback.email, email))
  await tx
    .update(contentReports)
    .set({ reporterEmail: '' })
    .where(isAddress(contentReports.reporterEmail, email))
  return rows.length
}

/** What people write about one another, and what the system writes about them. Items are their creators' own work. */
const texts: ReadonlyArray<PgColumn> = [
  accessGrants.revocationMessage,
  alerts.message,
  checkouts.supporterMessage,
  checkouts.supporterName,
  contentReports.details,
  feedback.message,
  feedback.subject,
  messages.text,
  refundRequests.decisionMessage,
  refundRequests.objectionMessage,
  refundRequests.requestMessage,
  webhookTries.answer,
]

/** Replaces an address inside texts, whoever wrote them. */
async function eraseFromTexts(tx: Tx, email: string): Promise<void> {
  const pattern = email.replace(/[^A-Za-z0-9]/g, (character) => `\\${character}`)
  const address = email.toLowerCase()
  for (const column of texts) {
    const name = sql.identifier(column.name)
    await tx.execute(sql`update ${column.table} set ${name} = regexp_replace(${name}, ${pattern}, '[erased]', 'gi')
      where position(${address} in lower(${name})) > 0`)
  }
  // Emails to others name the address too, and what failed has the mail server's words.
  await tx.execute(sql`update ${deliveries} set data = regexp_replace(data::text, ${pattern}, '[erased]', 'gi')::jsonb
    where position(${address} in lower(data::text)) > 0`)
  await tx.execute(sql`update ${deliveries} set error = '' where position(${address} in lower(error)) > 0`)
  await tx.execute(
    sql`update pgboss.job set output = null where position(${address} in lower(output::text)) > 0`,
  )
}
