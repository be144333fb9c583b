import { and, count, eq, gt, inArray, isNull, like, lt, sql } from 'drizzle-orm'
import { asynchronousCommit } from '../../../db/asynchronous-commit.ts'
import { coalescePerPool, lookUpPerPool } from '../../../db/coalesce.ts'
import type { Database, Db, Tx } from '../../../db/database.ts'
import {
  arrayPlaceholder,
  columnsOf,
  placeholders,
  preparedQuery,
  preparedSql,
} from '../../../db/prepared-query.ts'
import { outboxEmails } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'

export type EmailRow = typeof outboxEmails.$inferSelect

type Kind = EmailRow['kind']

/** The facts without which an email of a kind can't be written. */
type RequiredFacts = {
  purchase_access: 'purchaseId'
  purchase_access_resent: 'purchaseId'
  already_owned: 'purchaseId'
  test_purchase_access: 'testPurchaseId'
  refund_issued: 'purchaseId' | 'refundId'
  refund_requested: 'purchaseId' | 'requestId'
  refund_rejected: 'purchaseId' | 'requestId'
  refund_objected: 'purchaseId' | 'requestId'
  refund_review_needed: 'purchaseId' | 'requestId'
  refund_decided: 'purchaseId' | 'requestId'
  refund_undeliverable: 'purchaseId'
  file_missing: 'contentId'
  access_revoked: 'purchaseId'
  purchase_email_corrected: 'purchaseId'
  payout_processing: 'payoutId'
  payout_paid: 'payoutId'
  payout_returned: 'payoutId'
  payout_method_changed: 'message'
  payout_method_reminder: 'message'
  payout_account_restricted: 'userId' | 'accountRestriction'
  feedback: 'feedbackId'
  content_taken_down: 'contentId'
  content_reinstated: 'contentId'
  weekly_summary: 'userId' | 'day'
  follow_confirmation: 'followerId'
  follower_update: 'followerId'
  sign_in_code: 'codeEncrypted'
  email_change_code: 'codeEncrypted' | 'side'
  alert_raised: 'alertId'
  review_requested: 'contentId'
  content_approved: 'contentId'
  content_rejected: 'contentId'
}

type FactsOf<K extends Kind> = K extends keyof RequiredFacts
  ? EmailRow['data'] & Required<Pick<EmailRow['data'], RequiredFacts[K]>>
  : EmailRow['data']

/** An email without the facts of its kind does not compile. */
export type NewEmail = {
  [K in Kind]: Pick<EmailRow, 'dedupeKey' | 'recipient'> & { kind: K; data: FactsOf<K> }
}[Kind]
type Timing = { startAfterSeconds?: number; maxRetryDelaySeconds?: number }

/** Inserts an email into the outbox with its facts, once for each kind and dedupe key. Returns its id when it is new. */
export async function enqueueEmail(
  tx: Tx,
  { queue, clock }: Pick<Ports, 'queue' | 'clock'>,
  email: NewEmail,
  timing: Timing = {},
): Promise<number | undefined> {
  const [inserted] = await insertEmail(tx, { ...email, createdAt: clock.now() })
  if (!inserted) return undefined
  const mailId = String(inserted.id)
  await queue.enqueue(tx, { name: 'send-email', data: { mailId } }, { ...timing, singletonKey: mailId })
  return inserted.id
}

const insertEmail = preparedQuery('insert_email', (db) =>
  db
    .insert(outboxEmails)
    .values(placeholders(['kind', 'dedupeKey', 'recipient', 'data', 'createdAt']))
    .onConflictDoNothing()
    .returning({ id: outboxEmails.id }),
)

export async function findEmail(db: Db, id: number): Promise<EmailRow | undefined> {
  return findEmailRow(db, id)
}

const findEmailRow = lookUpPerPool(
  (db: Db, ids: Array<number>) => emailsByIds(db, { ids }),
  ({ id }) => id,
)

const emailsByIds = preparedQuery('find_emails', (db) =>
  db
    .select()
    .from(outboxEmails)
    .where(sql`${outboxEmails.id} = any(${arrayPlaceholder('ids', 'bigint')})`),
)

/** A worker renews its claim in a third of this time, so that a claim ends soon after its process. */
const claimSeconds = 30
export const claimRenewalMs = (claimSeconds / 3) * 1000
const claimEnd = sql.raw(`now() + interval '${claimSeconds} seconds'`)

/**
 * Claims an unsent email for one worker. False when another worker has it: a job can be fetched again while it runs, when
 * the mail server is slow. If a power failure loses the claim, its process has ended too.
 */
export async function claimEmail(db: Database, id: number): Promise<boolean> {
  return claimUnsent(db, id)
}

const claimUnsent = coalescePerPool(async (db: Database, ids: Array<number>) => {
  const { rows } = await claimEmails(db, { ids })
  const claimed = new Set(rows.map(({ id }) => Number(id)))
  // Only one caller of an id gets it.
  return ids.map((id) => claimed.delete(id))
})

const claimEmails = preparedSql<{ id: string }>(
  'claim_emails',
  sql`update ${outboxEmails} set claimed_until = ${claimEnd}
    where id in (
      select id from ${outboxEmails} as unsent
      where unsent.id = any(${arrayPlaceholder('ids', 'bigint')}) and unsent.sent_at is null
        and (unsent.claimed_until is null or unsent.claimed_until < now())
      for no key update skip locked
    ) returning id, ${asynchronousCommit}`,
)

export async function renewClaim(db: Database, id: number): Promise<void> {
  await db.update(outboxEmails).set({ claimedUntil: claimEnd }).where(eq(outboxEmails.id, id))
}

/** Lets the email's next try begin at once. */
export async function releaseClaim(db: Database, id: number): Promise<void> {
  await db.update(outboxEmails).set({ claimedUntil: null }).where(eq(outboxEmails.id, id))
}

/** Unsent emails to a purchase's old address go to its new one. */
export async function readdressUnsent(
  tx: Tx,
  { purchaseId, from, to }: { purchaseId: number; from: string; to: string },
): Promise<void> {
  await tx
    .update(outboxEmails)
    .set({ recipient: to })
    .where(
      and(
        eq(sql`(${outboxEmails.data} ->> 'purchaseId')`, String(purchaseId)),
        eq(outboxEmails.recipient, from),
        isNull(outboxEmails.sentAt),
      ),
    )
}

/** Their recipients asked to be forgotten, so the address goes once the email is sent. */
const lastEmails = sql.raw(`('buyer_data_erased', 'account_deleted')`)

/** Also removes a one-time code, which is no longer needed. If a power failure loses the update, it is sent again. */
export async function markEmailSent(db: Database, id: number, now: Date): Promise<void> {
  await setEmailSent(db, { id, now })
}

const setEmailSent = coalescePerPool(async (db: Database, emails: Array<{ id: number; now: Date }>) => {
  await setEmailsSent(db, columnsOf(emails))
  return emails
})

const setEmailsSent = preparedSql(
  'mark_emails_sent',
  sql`update ${outboxEmails} as email set sent_at = sent.now, data = data - 'codeEncrypted',
      recipient = case when kind in ${lastEmails} then '' else recipient end
    from unnest(${arrayPlaceholder('id', 'bigint')}, ${arrayPlaceholder('now', 'timestamptz')}) as sent (id, now)
    where email.id = sent.id returning ${asynchronousCommit}`,
)

/** Deletes emails of these kinds older than a time, sent or not. */
export async function deleteEmailsBefore(
  db: Db,
  kinds: Array<EmailRow['kind']>,
  before: Date,
): Promise<void> {
  await db
    .delete(outboxEmails)
    .where(and(inArray(outboxEmails.kind, kinds), lt(outboxEmails.createdAt, before)))
}

/** How often the buyer requested the access email again since a time. */
export async function countResentSince(db: Db, purchaseId: number, since: Date): Promise<number> {
  const [row] = await db
    .select({ sent: count() })
    .from(outboxEmails)
    .where(
      and(
        eq(outboxEmails.kind, 'purchase_access_resent'),
        like(outboxEmails.dedupeKey, `purchase/${purchaseId}/%`),
        gt(outboxEmails.createdAt, since),
      ),
    )
  return row?.sent ?? 0
}
