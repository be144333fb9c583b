import { and, count, eq, gt, inArray, like, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { mails } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'

export type MailRow = typeof mails.$inferSelect

type Due = Pick<MailRow, 'kind' | 'subject' | 'recipient' | 'data'>
type Timing = { startAfterSeconds?: number; maxRetryDelaySeconds?: number }

/** Puts a mail into the outbox with the facts it tells of, once for each kind and subject. Returns its id when it is new. */
export async function queueMail(
  tx: Tx,
  { queue, newId, clock }: Ports,
  due: Due,
  timing: Timing = {},
): Promise<number | undefined> {
  const [added] = await tx
    .insert(mails)
    .values({ ...due, id: newId(), createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: mails.id })
    .prepare('queue_mail')
    .execute()
  if (!added) return undefined
  const mailId = String(added.id)
  await queue.send(tx, { name: 'deliver-mail', data: { mailId } }, { ...timing, singletonKey: mailId })
  return added.id
}

export async function mailById(db: Db, id: number): Promise<MailRow | undefined> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id))
  return row
}

/** A one-time code is removed with it: nobody needs it any longer. */
export async function markSent(db: Db, id: number, now: Date): Promise<void> {
  await db
    .update(mails)
    .set({ sentAt: now, data: sql`${mails.data} - 'codeEncrypted'` })
    .where(eq(mails.id, id))
}

/** Removes mails of these kinds that are older than a moment, sent or not. */
export async function deleteMailsBefore(db: Db, kinds: Array<MailRow['kind']>, before: Date): Promise<void> {
  await db.delete(mails).where(and(inArray(mails.kind, kinds), lt(mails.createdAt, before)))
}

/** How many times the buyer had the access mail sent again since a moment. */
export async function resentSince(db: Db, purchaseId: number, since: Date): Promise<number> {
  const [row] = await db
    .select({ sent: count() })
    .from(mails)
    .where(
      and(
        eq(mails.kind, 'access-again'),
        like(mails.subject, `purchase/${purchaseId}/%`),
        gt(mails.createdAt, since),
      ),
    )
  return row?.sent ?? 0
}
