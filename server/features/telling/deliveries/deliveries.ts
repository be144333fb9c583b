import { sql } from 'drizzle-orm'
import type { StaffRole } from '../../../../contract/accounts.ts'
import type { OrderNumber, RowId } from '../../../../contract/order-number.ts'
import type { ReminderReason } from '../../../../contract/payout-method-state.ts'
import type { AccountRestriction } from '../../../../contract/payouts.ts'
import type { ApiScope } from '../../../../contract/scopes.ts'
import type { Tx } from '../../../db/database.ts'
import { insertIfNew } from '../../../db/rows.ts'
import { deliveries, pushDevices } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import type { Email } from '../email/email.ts'

type OfPurchase = { purchaseId: RowId }
type OfRefundRequest = { purchaseId: RowId; requestId: number }
type OfContent = { contentId: number }
type OfSubscription = { subscriptionId: number }
/** The reason in the words of the person who decided. */
type WithReason = { reason: string }
/** `host`: of its address. */
type OfEndpoint = { endpointId: number; host: string }
type OfPasskey = { name: string }
/** No facts but the address. */
type Nothing = Record<string, never>

/** The facts that an email of each kind states. A kind without its facts or its renderer does not compile. */
export type EmailData = {
  purchase_access: OfPurchase
  purchase_access_resent: OfPurchase
  already_owned: OfPurchase
  test_purchase_access: { testPurchaseId: OrderNumber }
  /** To the creator. */
  sale: OfPurchase
  message_to_buyer: OfPurchase & { messageId: number }
  message_to_creator: OfPurchase & { messageId: number }
  /** The sales of a creator between two times. */
  daily_sales: { userId: string; from: string; to: string }
  /** To the buyer, with the creator’s reason. */
  license_replaced: OfPurchase & { licenseId: number; reason: string }
  license_revoked: OfPurchase & { licenseId: number; reason: string }
  /** To the creator, about the keys of their own list. */
  license_keys_few: OfContent & { left: number }
  license_key_missing: OfContent
  /** To the buyer who waited for it. */
  license_key_arrived: OfPurchase & OfContent
  refund_issued: OfPurchase & { refundId: number }
  access_links: Nothing
  buyer_data_link: Nothing
  buyer_data_erased: Nothing
  refund_requested: OfRefundRequest
  refund_rejected: OfRefundRequest
  refund_objected: OfRefundRequest
  refund_review_needed: OfRefundRequest
  refund_decided: OfRefundRequest
  refund_undeliverable: OfPurchase & { reason: 'removed' | 'file' | 'late' | 'withdrawn' | 'key' }
  file_missing: OfContent
  free_paused: OfContent
  free_link: OfContent
  free_access: OfPurchase
  access_revoked: OfPurchase
  purchase_email_corrected: OfPurchase
  item_updated: OfPurchase & { versionId: number }
  item_released: OfPurchase
  /** The day that was set, as a time, so that an older email is not sent after another change. */
  release_moved: OfPurchase & { releaseAt: string }
  release_refunded: OfContent & { reason: 'late' | 'withdrawn' }
  payout_paid: { payoutId: number }
  payout_returned: { payoutId: number }
  /** `from` as a time, when changed details wait; `until`: where payouts go until then; `token`: of *It wasn’t me*. */
  payout_method_changed: { destination: string; from?: string; until?: string | null; token?: string }
  /** How many payouts may be on their way already. */
  payouts_stopped: { underway?: number }
  payout_method_reminder: { amount: string; reason?: ReminderReason }
  payee_changed: { isFirst: boolean }
  vat_id_not_found: { vatId: string }
  payout_account_restricted: { userId: string; accountRestriction: AccountRestriction }
  feedback: { feedbackId: number }
  account_suspended: WithReason
  account_reinstated: Nothing
  content_taken_down: OfContent & WithReason
  content_reinstated: OfContent
  subscription_started: OfSubscription
  subscription_payment_failed: OfSubscription
  subscription_confirmation_needed: OfSubscription
  subscription_payment_recovered: OfSubscription
  subscription_ended: OfSubscription
  subscription_refunded: { reversalId: number }
  /** The Monday after the week, a UTC day. */
  weekly_summary: { userId: string; day: string }
  follow_confirmation: { followerId: number }
  copies_available: OfContent & { isReturned?: boolean }
  follower_update: { followerId: number }
  /** The code is encrypted, and removed once the email is sent or dropped. */
  sign_in_code: { codeEncrypted: string; device?: string }
  email_change_code: { userId: string; side: 'old' | 'new'; codeEncrypted: string }
  email_change_taken: Nothing
  email_changed: { newEmail: string }
  account_deleted: Nothing
  passkey_added: OfPasskey
  passkey_removed: OfPasskey
  passkey_refused: OfPasskey
  passkeys_removed: Nothing
  owner_changed: { newEmail: string }
  webhook_added: OfEndpoint
  /** `host` is the new one. */
  webhook_moved: OfEndpoint & { oldHost: string }
  webhook_given_up: OfEndpoint & { type: string }
  webhook_turned_off: OfEndpoint & { reason: 'gone' | 'failing' }
  api_key_created: { name: string; last4: string; scopes: Array<ApiScope> }
  staff_invited: { role: StaffRole; actorEmail: string }
  staff_removed: Nothing
  /** `Firefox on Windows`. */
  new_browser: { device: string }
  alert_raised: { alertId: number }
  alert_digest: Nothing
  review_requested: OfContent
  content_approved: OfContent
  content_rejected: OfContent & WithReason
  sign_up_invitation: Nothing
}
export type EmailKind = keyof EmailData

export type EmailOf<K extends EmailKind> = {
  [Kind in K]: { id: number; kind: Kind; to: string; data: EmailData[Kind]; createdAt: Date }
}[K]

type Rendered = Email | undefined
/** Undefined when the email is obsolete: it is dropped. The row is kept forever, or `keepDays`. */
export type EmailRenderer<K extends EmailKind> = {
  (ports: Ports, email: EmailOf<K>): Promise<Rendered> | Rendered
  keepDays?: number
}
export type EmailRenderers = { [K in EmailKind]: EmailRenderer<K> }

/** How long emails are kept that prove nothing later, after they were sent. */
export const transientDays = 180

/** A renderer whose emails are deleted after some days. */
export function keptFor<Render extends (ports: Ports, email: never) => Promise<Rendered> | Rendered>(
  keepDays: number,
  render: Render,
): Render {
  // Another function, because kinds may share a renderer.
  return Object.assign(((ports, email) => render(ports, email)) as Render, { keepDays })
}

export type NewEmail = {
  [K in EmailKind]: { kind: K; to: string; data: EmailData[K]; dedupeKey: string }
}[EmailKind] & {
  eventId?: number
  /** 0 somebody waits for it, 1 usual, 2 many at once. */
  lane?: 0 | 1 | 2
  /** The sender leaves it alone until then. */
  notBefore?: Date
}

/**
 * Stores an email with its facts, once for each kind and dedupe key. It is sent within a second of the commit. Returns its
 * id when it is new.
 */
export async function sendEmail(
  tx: Tx,
  { clock }: Pick<Ports, 'clock'>,
  { kind, to, data, dedupeKey, eventId, lane = 1, notBefore }: NewEmail,
): Promise<number | undefined> {
  const now = clock.now()
  const row = {
    channel: 'email' as const,
    kind,
    target: to,
    data,
    dedupeKey,
    lane,
    eventId,
    nextAt: notBefore ?? now,
    createdAt: now,
  }
  const [inserted] = await insertIfNew(tx, deliveries, row, ['channel', 'kind', 'dedupeKey'])
  return inserted?.id
}

/** The same for a message to the endpoint of a webhook. */
export async function sendWebhook(
  tx: Tx,
  { clock }: Pick<Ports, 'clock'>,
  { kind, target, data, dedupeKey }: { kind: string; target: string; data: object; dedupeKey: string },
): Promise<void> {
  const now = clock.now()
  await tx
    .insert(deliveries)
    .values({ channel: 'webhook', kind, target, data, dedupeKey, nextAt: now, createdAt: now })
    .onConflictDoNothing()
}

/** What a notification is about. */
export type PushData = { sale: OfPurchase }

type NewPush = { kind: keyof PushData; userId: string; data: OfPurchase; dedupeKey: string; eventId: number }

/** The same for a notification, in one statement: one for each device of a person, none without a device. */
export async function sendPush(
  tx: Tx,
  { clock }: Pick<Ports, 'clock'>,
  { kind, userId, data, dedupeKey, eventId }: NewPush,
): Promise<void> {
  const now = clock.now()
  await tx.execute(sql`
    insert into ${deliveries} (channel, kind, target, data, dedupe_key, event_id, next_at, created_at)
    select 'push', ${kind}, id::text, ${JSON.stringify(data)}::jsonb, ${`${dedupeKey}/`} || id, ${eventId}::bigint,
      ${now}::timestamptz, ${now}::timestamptz
    from ${pushDevices} where user_id = ${userId}
    on conflict do nothing`)
}
