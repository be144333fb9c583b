import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'
import { outboxEmails, users } from '../../../db/schema/index.ts'

/**
 * Empties an address's emails in the outbox. The rows stay, so that none is enqueued twice. An email that an account still
 * waits for is sent first, because its address is stored with the account.
 */
export async function eraseRecipient(tx: Tx, email: string): Promise<void> {
  const address = email.toLowerCase()
  const hasNoAccount = sql`not exists (select from ${users} where lower(${users.email}) = ${address})`
  await tx
    .update(outboxEmails)
    .set({
      recipient: '',
      data: sql`${outboxEmails.data} - '{message,actorEmail,newEmail,device,codeEncrypted}'::text[]`,
      dedupeKey: sql`case when position(${address} in lower(${outboxEmails.dedupeKey})) > 0
        then 'erased/' || ${outboxEmails.id} else ${outboxEmails.dedupeKey} end`,
      sentAt: sql`coalesce(${outboxEmails.sentAt}, ${outboxEmails.createdAt})`,
    })
    .where(
      and(
        eq(sql`lower(${outboxEmails.recipient})`, address),
        or(isNotNull(outboxEmails.sentAt), hasNoAccount),
      ),
    )
}
