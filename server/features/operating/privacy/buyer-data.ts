import { randomUUID } from 'node:crypto'
import { formatDecimal } from '../../../../contract/money.ts'
import { AppError } from '../../../../domain/errors.ts'
import { cardText, formatReceiptNumber } from '../../../../domain/format.ts'
import { acceptedSecrets } from '../../../http/cookies.ts'
import { attachment, type FileResponse } from '../../../http/file-response.ts'
import { ipPrefix, type RateLimit } from '../../../http/rate-limit.ts'
import type { Ports } from '../../../ports/index.ts'
import { ipLimit } from '../../buying/access/buyer-proof.ts'
import { decrypt, encrypt } from '../../buying/purchases/access-token.ts'
import { selectMessagesOf } from '../../buying/purchases/messages-repository.ts'
import { selectReceiptsOfPurchase } from '../../buying/receipts/repository.ts'
import {
  type EmailRenderers,
  keptFor,
  sendEmail,
  transientDays,
} from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'
import {
  eraseAddress,
  selectBuyerMessages,
  selectBuyerPurchases,
  selectRequestsOfPurchases,
} from './repository.ts'

const minuteMs = 60_000
/** Unpaid checkouts lose the buyer's data after 90 days (the retention of checkouts in their feature). */
const unpaidMs = 91 * 24 * 60 * minuteMs

export function buyerDataRateLimits(ports: Ports, email: string, ip: string): Array<RateLimit> {
  return [
    ...ipLimit(ports, { key: `buyer-data/${ipPrefix(ip)}`, max: 30, windowMs: 60 * minuteMs }),
    { key: `buyer-data/${email.toLowerCase()}`, max: 5, windowMs: 60 * minuteMs },
  ]
}

/** Emails the link. An unknown address gets it too, and an export that says that nothing is stored. */
export async function requestBuyerData(ports: Ports, email: string): Promise<{ sent: true }> {
  const dedupeKey = `buyer-data/${randomUUID()}`
  await ports.db.transaction((tx) =>
    sendEmail(tx, ports, { kind: 'buyer_data_link', dedupeKey, to: email, data: {}, lane: 0 }),
  )
  return { sent: true }
}

export async function exportBuyerData(ports: Ports, token: string): Promise<FileResponse> {
  const email = requireBuyerEmail(ports, token)
  const rows = await selectBuyerPurchases(ports.db, email)
  const messages = await selectBuyerMessages(ports.db, email)
  const purchaseIds = rows.map(({ purchase }) => purchase.id)
  const requests = await selectRequestsOfPurchases(ports.db, purchaseIds)
  const written = await selectMessagesOf(ports.db, purchaseIds)
  const data = {
    email,
    exportedAt: ports.clock.now().toISOString(),
    purchases: await Promise.all(rows.map((row) => exportPurchase(ports, row))),
    emails: messages.emails,
    testPurchases: messages.testPurchases.map(({ id, createdAt }) => ({ order: id, createdAt })),
    refundRequests: requests.map(({ createdAt, requestMessage, state }) => ({
      createdAt,
      message: requestMessage,
      state,
    })),
    messages: written.map(({ sender, text, createdAt }) => ({ sender, text, createdAt })),
    waitsForCopiesOf: messages.copyRequests.map(({ contentId, createdAt }) => ({ contentId, createdAt })),
    stoppedUpdates: messages.updateOptOuts.map(({ contentId, createdAt }) => ({ contentId, createdAt })),
    follows: messages.follows.map(({ creatorId, createdAt, confirmedAt }) => ({
      creatorId,
      createdAt,
      confirmedAt,
    })),
    feedback: messages.feedback.map(({ subject, message, createdAt }) => ({ subject, message, createdAt })),
    reports: messages.reports.map(({ contentId, reason, details, createdAt }) => ({
      contentId,
      reason,
      details,
      createdAt,
    })),
  }
  const bytes = Buffer.from(`${JSON.stringify(data, undefined, 2)}\n`)
  return attachment('my-data.json', { type: 'application/json', bytes })
}

type PurchaseData = Awaited<ReturnType<typeof selectBuyerPurchases>>[number]

async function exportPurchase({ db }: Ports, { purchase, checkout, title, revocationMessage }: PurchaseData) {
  const money = (amount: number) => formatDecimal(amount, purchase.currency)
  const receipts = await selectReceiptsOfPurchase(db, purchase.id)
  return {
    order: purchase.orderNumber,
    paidAt: purchase.paidAt,
    item: title,
    amount: money(purchase.amount),
    tax: money(purchase.taxAmount),
    refunded: money(purchase.refundedAmount),
    currency: purchase.currency,
    country: purchase.buyerCountry,
    card: cardText(purchase),
    receipts: receipts.map(formatReceiptNumber),
    company: checkout.businessName,
    vatId: checkout.vatId,
    withdrawalConsent: checkout.withdrawalConsent,
    name: checkout.supporterName,
    message: checkout.supporterMessage,
    source: checkout.utmParameters,
    reasonOfRevocation: revocationMessage,
  }
}

/** Erases the link's address. A last email confirms it, and loses the address once it is sent. */
export async function eraseBuyerData(ports: Ports, token: string): Promise<{ purchases: number }> {
  const email = requireBuyerEmail(ports, token)
  // Before the transaction: when it fails, the person presses the button again.
  await ports.paymentProvider.forgetBuyer?.(email)
  return ports.db.transaction(async (tx) => {
    const purchases = await eraseAddress(tx, email, new Date(ports.clock.now().getTime() - unpaidMs))
    const dedupeKey = `buyer-data/${randomUUID()}`
    await sendEmail(tx, ports, { kind: 'buyer_data_erased', dedupeKey, to: email, data: {} })
    return { purchases }
  })
}

export const buyerDataEmails = {
  buyer_data_link: keptFor(transientDays, (ports, { to }) => dataLinkEmail(ports, to)),
  buyer_data_erased: keptFor(transientDays, () => dataErasedEmail()),
} satisfies Partial<EmailRenderers>

function dataLinkEmail(ports: Ports, to: string): Email {
  const { config } = ports
  return {
    title: 'Your data',
    lines: ['With this link you can download everything we store about your email address, or erase it.'],
    button: {
      label: 'Open my data',
      url: `${config.publicUrl}/my-data?token=${buyerDataToken(ports, to)}`,
    },
    closingLines: ['The link works for 24 hours. If you didn’t request it, you can ignore this email.'],
    footer: 'buyer',
  }
}

function dataErasedEmail(): Email {
  return {
    title: 'We’ve erased your data',
    lines: [
      'We removed your email address, names and messages. Receipts stay as long as the law wants, without your email address.',
      'Your access links still work. Keep the emails with them, because we can’t send them again.',
    ],
    footer: 'buyer',
  }
}

/** How long a link of an email works. */
const linkTtlMs = 24 * 3_600_000
const purpose = 'buyer data'

/** The token of a link: the address and the end of its validity, encrypted, so that no log has the address. */
export function buyerDataToken({ secret, clock }: Pick<Ports, 'secret' | 'clock'>, email: string): string {
  return encrypt(secret, purpose, JSON.stringify([email, clock.now().getTime() + linkTtlMs]))
}

/** The address of a valid link. Throws AppError `not_found` for a wrong one, `expired` for an old one. */
function requireBuyerEmail(ports: Pick<Ports, 'secret' | 'config' | 'clock'>, token: string): string {
  const claims = acceptedSecrets(ports)
    .map((secret) => decrypt(secret, purpose, token))
    .find((text) => text !== undefined)
  if (claims === undefined)
    throw new AppError('not_found', 'This link doesn’t work. Make sure you copied all of it.')
  const [email, expiresAt]: [string, number] = JSON.parse(claims)
  if (expiresAt < ports.clock.now().getTime())
    throw new AppError('expired', 'This link has expired. Request a new one.')
  return email
}
