import { and, asc, eq } from 'drizzle-orm'
import { utcDay } from '../../domain/dates.ts'
import type { Sandbox } from '../adapters/sandbox/provider.ts'
import { insertRows } from '../db/rows.ts'
import {
  accessGrants,
  alerts,
  contentItems,
  contentVersions,
  feedback,
  followers,
  followerUpdateItems,
  invoiceReversals,
  invoices,
  messages,
  payouts,
  purchases,
  refundRequests,
  refunds,
  subscriptions,
  testPurchases,
  users,
} from '../db/schema/index.ts'
import { createTestPurchase } from '../features/buying/test-purchases/service.ts'
import { setPayoutMethod } from '../features/money/payout-methods/method.ts'
import { processRunBatch, startPayoutRun } from '../features/money/payouts/runs.ts'
import { syncProPayment } from '../features/money/subscriptions/invoice-reversals.ts'
import { createFeedback } from '../features/operating/feedback/service.ts'
import { requestEmailChange } from '../features/people/profile/email-change.ts'
import { requestCode } from '../features/people/sign-in/codes.ts'
import { addVersion } from '../features/selling/content/versions.ts'
import { raiseAlert } from '../features/telling/alerts/service.ts'
import {
  type EmailData,
  type EmailKind,
  type NewEmail,
  sendEmail,
} from '../features/telling/deliveries/deliveries.ts'
import type { Viewer } from '../http/request-context.ts'
import type { Ports } from '../ports/index.ts'
import { seedLicenses } from './each-license.ts'
import { emailCreator } from './email-creator.ts'
import { type SeedClock, seedCreator } from './seed-creator.ts'

/** Emails with a code are sent by what makes the code. */
type StoredKind = Exclude<EmailKind, 'sign_in_code' | 'email_change_code'>
type EachEmail = { [K in StoredKind]: { to: string; data: EmailData[K] } }

const operatorEmail = 'admin@example.com'
const buyerOf = (number: number) => `buyer${number}@example.com`

/**
 * Sends one email of every kind, so that all of them can be looked at. A creator of its own has sold, refunded and been
 * paid what they are about. A kind that is missing here does not compile.
 */
export async function seedEachEmail(ports: Ports, sandbox: Sandbox, clock: SeedClock): Promise<void> {
  await seedCreator(ports, sandbox, clock, emailCreator)
  clock.set(new Date())
  const viewer = await viewerOf(ports, emailCreator.email)
  await sendCodes(ports, viewer)
  await makePayout(ports, viewer)
  const each = everyEmail(await makeScene(ports, viewer))
  await ports.db.transaction(async (tx) => {
    for (const [kind, { to, data }] of Object.entries(each)) {
      const email = { kind, to, data, dedupeKey: `each-email/${kind}` } as NewEmail
      const emailId = await sendEmail(tx, ports, email)
      if (kind !== 'follower_update' || emailId === undefined) continue
      const { followerId } = each.follower_update.data
      const contentId = each.copies_available.data.contentId
      await insertRows(tx, followerUpdateItems, [{ followerId, contentId, emailId }])
    }
  })
}

async function viewerOf({ db, clock }: Ports, email: string): Promise<Viewer> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return { id: user?.id ?? '', email, isAdmin: false, sessionId: '', signedInAt: clock.now() }
}

async function sendCodes(ports: Ports, viewer: Viewer): Promise<void> {
  await requestCode(ports, {
    email: viewer.email,
    browserHash: 'each-email',
    ip: '127.0.0.1',
    device: 'Chrome on Mac',
  })
  await requestEmailChange(ports, viewer, 'nora.lind@example.com')
}

async function makePayout(ports: Ports, viewer: Viewer): Promise<void> {
  await setPayoutMethod(ports, viewer, { payoutMethod: 'paypal', payoutEmail: viewer.email })
  const now = ports.clock.now()
  const month = { month: now.getUTCMonth() + 1, year: now.getUTCFullYear() }
  const run = await startPayoutRun(ports, { ...viewer, isAdmin: true }, month)
  await processRunBatch(ports, { runId: String(run.id) })
}

type Scene = Awaited<ReturnType<typeof makeScene>>

/** The rows that the emails are about. */
async function makeScene(ports: Ports, viewer: Viewer) {
  const { db, clock } = ports
  const now = clock.now()
  const { id: userId, email: creator } = viewer
  const [record, free, coming] = await db
    .select()
    .from(contentItems)
    .where(eq(contentItems.creatorId, userId))
    .orderBy(asc(contentItems.createdAt))
  const sales = await db
    .select()
    .from(purchases)
    .where(and(eq(purchases.creatorId, userId), eq(purchases.contentId, record?.id ?? 0)))
    .orderBy(asc(purchases.id))
  const [sold, disliked, reviewed, declined, revoked, refunded] = sales
  const [waiting] = await db
    .select()
    .from(purchases)
    .where(eq(purchases.contentId, coming?.id ?? 0))
  const [claimed] = await db
    .select()
    .from(purchases)
    .where(eq(purchases.contentId, free?.id ?? 0))
  if (!record || !free || !coming || !sold || !disliked || !reviewed || !declined || !revoked || !refunded)
    throw new Error('The sales that the emails are about are missing')
  if (!waiting || !claimed) throw new Error('The orders that the emails are about are missing')

  const request = { creatorId: userId, amount: sold.amount, requestedBy: 'buyer' as const, createdAt: now }
  const requests = await db
    .insert(refundRequests)
    .values([
      {
        ...request,
        purchaseId: disliked.id,
        requestMessage: 'It is too quiet for the train.',
        state: 'requested',
        creatorDeadlineAt: new Date(now.getTime() + 72 * 3_600_000),
      },
      {
        ...request,
        purchaseId: reviewed.id,
        requestMessage: 'I bought it twice.',
        state: 'in_review',
        objectedAt: now,
        objectionMessage: 'One of the two was opened nine times.',
      },
      {
        ...request,
        purchaseId: declined.id,
        requestMessage: 'I changed my mind.',
        state: 'rejected',
        decidedAt: now,
        decidedBy: userId,
        decisionMessage: 'You have listened to all six songs since March.',
      },
    ])
    .returning({ id: refundRequests.id })
  const [requested, inReview, rejected] = requests.map(({ id }) => id)
  const [refund] = await db.select().from(refunds).where(eq(refunds.purchaseId, refunded.id))
  await db
    .update(accessGrants)
    .set({ revokedAt: now, revocationReason: 'creator', revocationMessage: 'The link was passed on.' })
    .where(eq(accessGrants.purchaseId, revoked.id))
  const [toBuyer, toCreator] = await insertRows(db, messages, [
    {
      purchaseId: sold.id,
      sender: 'creator',
      text: 'Thank you. “Slack water” was made for a morning like yours.',
      createdAt: now,
    },
    {
      purchaseId: sold.id,
      sender: 'buyer',
      text: 'Which microphone did you use on the ferry?',
      createdAt: now,
    },
  ])
  const [license, ended] = await seedLicenses(ports, { record, sold, declined, reviewed })
  await createTestPurchase(ports, viewer, { contentId: record.id, amount: undefined })
  const [test] = await db.select().from(testPurchases).where(eq(testPurchases.creatorId, userId))
  await addVersion(ports, viewer, {
    id: record.id,
    number: '1.1',
    notes: 'A seventh song.\nAll files again, a little louder.',
    emailBuyers: false,
  })
  const [version] = await db.select().from(contentVersions).where(eq(contentVersions.contentId, record.id))
  const [unconfirmed, follower] = await insertRows(db, followers, [
    { creatorId: userId, email: buyerOf(7), createdAt: now },
    { creatorId: userId, email: buyerOf(8), createdAt: now, confirmedAt: now },
  ])
  await createFeedback(ports, undefined, {
    type: 'feature',
    subject: 'Lyrics beside a song',
    message: 'I’d love to show the words while it plays.',
    email: creator,
    priority: 'medium',
  })
  const [message] = await db.select().from(feedback).where(eq(feedback.email, creator))
  const alert = { kind: 'payout-failing', target: 'each-email', message: 'An example of an alert.' } as const
  await db.transaction((tx) => raiseAlert(tx, ports, alert))
  const [raised] = await db.select().from(alerts).where(eq(alerts.target, alert.target))
  const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  const [payout] = await db.select().from(payouts).where(eq(payouts.creatorId, userId))
  const restricted = await insertRestricted(ports)

  return {
    creator,
    userId,
    now,
    record,
    free,
    coming,
    sold,
    disliked,
    reviewed,
    declined,
    revoked,
    refunded,
    waiting,
    claimed,
    requested,
    inReview,
    rejected,
    refund,
    toBuyer,
    toCreator,
    license,
    ended,
    test,
    version,
    unconfirmed,
    follower,
    message,
    raised,
    subscription,
    proRefund: subscription && (await refundedPro(ports, subscription)),
    payout,
    restricted,
  }
}

function everyEmail(scene: Scene): EachEmail {
  const { creator, userId, now, record, free, coming, sold, disliked, reviewed, declined, revoked } = scene
  const { refunded, waiting, claimed, requested, inReview, rejected, refund, toBuyer, toCreator } = scene
  const { test, version, unconfirmed, follower, message, raised, subscription, proRefund, payout } = scene
  const { restricted, license, ended } = scene
  const id = (row: { id: number } | undefined) => row?.id ?? 0
  const ofSale = { purchaseId: sold.id }
  const ofItem = { contentId: record.id }
  const ofPayout = { payoutId: id(payout) }
  const ofSubscription = { subscriptionId: id(subscription) }
  const buyer = sold.buyerEmail
  const endpoint = { endpointId: 1, host: 'hooks.example.com' }
  const passkey = { name: 'Nora’s laptop' }
  return {
    purchase_access: { to: buyer, data: ofSale },
    purchase_access_resent: { to: buyer, data: ofSale },
    already_owned: { to: buyer, data: ofSale },
    test_purchase_access: { to: creator, data: { testPurchaseId: test?.id ?? sold.orderNumber } },
    sale: { to: creator, data: ofSale },
    message_to_buyer: { to: buyer, data: { ...ofSale, messageId: id(toBuyer) } },
    message_to_creator: { to: creator, data: { ...ofSale, messageId: id(toCreator) } },
    license_replaced: {
      to: buyer,
      data: { ...ofSale, licenseId: id(license), reason: 'Your key was posted.' },
    },
    license_revoked: {
      to: declined.buyerEmail,
      data: { purchaseId: declined.id, licenseId: id(ended), reason: 'This key was shared.' },
    },
    license_keys_few: { to: creator, data: { ...ofItem, left: 0 } },
    license_key_missing: { to: creator, data: ofItem },
    license_key_arrived: { to: buyer, data: { ...ofSale, ...ofItem } },
    daily_sales: {
      to: creator,
      data: { userId, from: new Date(0).toISOString(), to: now.toISOString() },
    },
    refund_issued: { to: refunded.buyerEmail, data: { purchaseId: refunded.id, refundId: id(refund) } },
    access_links: { to: buyer, data: {} },
    buyer_data_link: { to: buyer, data: {} },
    buyer_data_erased: { to: buyer, data: {} },
    refund_requested: { to: creator, data: { purchaseId: disliked.id, requestId: requested ?? 0 } },
    refund_rejected: { to: declined.buyerEmail, data: { purchaseId: declined.id, requestId: rejected ?? 0 } },
    refund_objected: { to: reviewed.buyerEmail, data: { purchaseId: reviewed.id, requestId: inReview ?? 0 } },
    refund_review_needed: { to: operatorEmail, data: { purchaseId: reviewed.id, requestId: inReview ?? 0 } },
    refund_decided: { to: creator, data: { purchaseId: declined.id, requestId: rejected ?? 0 } },
    refund_undeliverable: { to: buyer, data: { ...ofSale, reason: 'file' } },
    file_missing: { to: creator, data: ofItem },
    free_paused: { to: creator, data: { contentId: free.id } },
    free_link: { to: buyerOf(9), data: { contentId: free.id } },
    free_access: { to: buyerOf(6), data: { purchaseId: claimed.id } },
    access_revoked: { to: revoked.buyerEmail, data: { purchaseId: revoked.id } },
    purchase_email_corrected: { to: 'bo@exmaple.com', data: ofSale },
    item_updated: { to: buyer, data: { ...ofSale, versionId: id(version) } },
    item_released: { to: waiting.buyerEmail, data: { purchaseId: waiting.id } },
    release_moved: {
      to: waiting.buyerEmail,
      data: { purchaseId: waiting.id, releaseAt: coming.releaseAt?.toISOString() ?? '' },
    },
    release_refunded: { to: creator, data: { contentId: coming.id, reason: 'late' } },
    payout_paid: { to: creator, data: ofPayout },
    payout_returned: { to: creator, data: ofPayout },
    payout_method_changed: { to: creator, data: { destination: 'PayPal, n•••@example.com' } },
    payout_method_reminder: { to: creator, data: { amount: '$61.60' } },
    payee_changed: { to: creator, data: { isFirst: false } },
    vat_id_not_found: { to: creator, data: { vatId: 'IT01234567890' } },
    payouts_stopped: { to: creator, data: {} },
    payout_account_restricted: restricted,
    feedback: { to: operatorEmail, data: { feedbackId: id(message) } },
    account_suspended: { to: creator, data: { reason: 'Three reports about songs of other people' } },
    account_reinstated: { to: creator, data: {} },
    content_taken_down: { to: creator, data: { ...ofItem, reason: 'A label says that the song is theirs' } },
    content_reinstated: { to: creator, data: ofItem },
    subscription_started: { to: creator, data: ofSubscription },
    subscription_payment_failed: { to: creator, data: ofSubscription },
    subscription_confirmation_needed: { to: creator, data: ofSubscription },
    subscription_payment_recovered: { to: creator, data: ofSubscription },
    subscription_ended: { to: creator, data: ofSubscription },
    subscription_refunded: { to: creator, data: { reversalId: id(proRefund) } },
    weekly_summary: { to: creator, data: { userId, day: utcDay(now) } },
    follow_confirmation: { to: buyerOf(7), data: { followerId: id(unconfirmed) } },
    copies_available: { to: buyerOf(9), data: ofItem },
    follower_update: { to: buyerOf(8), data: { followerId: id(follower) } },
    email_change_taken: { to: creator, data: {} },
    email_changed: { to: creator, data: { newEmail: 'nora.lind@example.com' } },
    account_deleted: { to: creator, data: {} },
    api_key_created: {
      to: creator,
      data: { name: 'Spreadsheet', last4: '4f9Q', scopes: ['sales:read', 'stats:read'] },
    },
    webhook_added: { to: creator, data: endpoint },
    webhook_moved: { to: creator, data: { ...endpoint, oldHost: 'old.example.com' } },
    webhook_given_up: { to: creator, data: { ...endpoint, type: 'sale.created' } },
    webhook_turned_off: { to: creator, data: { ...endpoint, reason: 'failing' } },
    passkey_added: { to: creator, data: passkey },
    passkey_removed: { to: creator, data: passkey },
    passkey_refused: { to: creator, data: passkey },
    passkeys_removed: { to: creator, data: {} },
    owner_changed: { to: operatorEmail, data: { newEmail: operatorEmail } },
    staff_invited: { to: operatorEmail, data: { role: 'accountant', actorEmail: 'owner@example.com' } },
    staff_removed: { to: operatorEmail, data: {} },
    new_browser: { to: creator, data: { device: 'Firefox on Windows' } },
    alert_raised: { to: operatorEmail, data: { alertId: id(raised) } },
    alert_digest: { to: operatorEmail, data: {} },
    review_requested: { to: operatorEmail, data: ofItem },
    content_approved: { to: creator, data: ofItem },
    content_rejected: {
      to: creator,
      data: { ...ofItem, reason: 'The picture shows another artist’s record.' },
    },
    sign_up_invitation: { to: buyerOf(9), data: {} },
  }
}

/** A part of the creator's first payment of Pro, refunded at the card provider. */
async function refundedPro(ports: Ports, { id }: { id: number }) {
  const { db, paymentProvider } = ports
  const [invoice] = await db.select().from(invoices).where(eq(invoices.subscriptionId, id)).limit(1)
  if (!invoice?.providerPaymentId) return undefined
  const request = { paymentId: invoice.providerPaymentId, amount: 1_000, reason: 'requested' } as const
  await paymentProvider.refund(request, `each-email/${invoice.id}`)
  await syncProPayment(ports, request.paymentId)
  const [refund] = await db.select().from(invoiceReversals).where(eq(invoiceReversals.invoiceId, invoice.id))
  return refund
}

/** A creator whose connected account lacks details. */
async function insertRestricted({ db, clock, newPublicId }: Ports) {
  const id = String(newPublicId())
  const email = 'otto@example.com'
  const now = clock.now()
  const accountRestriction = 'details_missing' as const
  await insertRows(db, users, [
    {
      id,
      email,
      name: 'Otto',
      firstName: 'Otto',
      emailVerified: true,
      providerAccountRestriction: accountRestriction,
      createdAt: now,
      updatedAt: now,
    },
  ])
  return { to: email, data: { userId: id, accountRestriction } }
}
