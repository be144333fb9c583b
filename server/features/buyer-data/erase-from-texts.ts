import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/database.ts'
import {
  accessGrants,
  alerts,
  checkouts,
  contentReports,
  feedback,
  outboxEmails,
  refundRequests,
} from '../../db/schema/index.ts'

/** What people write about one another, and what the system writes about them. Items are their creators' own work. */
const texts: ReadonlyArray<PgColumn> = [
  accessGrants.revocationMessage,
  alerts.message,
  checkouts.supporterMessage,
  checkouts.supporterName,
  contentReports.details,
  feedback.message,
  feedback.subject,
  refundRequests.decisionMessage,
  refundRequests.objectionMessage,
  refundRequests.requestMessage,
]

/** Replaces an address inside texts, whoever wrote them. */
export async function eraseFromTexts(tx: Tx, email: string): Promise<void> {
  const pattern = email.replace(/[^A-Za-z0-9]/g, (character) => `\\${character}`)
  const address = email.toLowerCase()
  for (const column of texts) {
    const name = sql.identifier(column.name)
    await tx.execute(sql`update ${column.table} set ${name} = regexp_replace(${name}, ${pattern}, '[erased]', 'gi')
      where position(${address} in lower(${name})) > 0`)
  }
  // Emails to others name the address too, and a job that failed has the mail server's words.
  await tx.execute(sql`update ${outboxEmails} set data = regexp_replace(data::text, ${pattern}, '[erased]', 'gi')::jsonb
    where position(${address} in lower(data::text)) > 0`)
  await tx.execute(
    sql`update pgboss.job set output = null where position(${address} in lower(output::text)) > 0`,
  )
}
