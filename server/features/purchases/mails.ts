import { AppError } from '../../../domain/errors.ts'
import { formatMoney } from '../../../domain/price.ts'
import type { Tx } from '../../db/database.ts'
import type { BuyerProof } from '../../http/call.ts'
import { enforceRateLimits } from '../../http/throttle.ts'
import type { Ports } from '../../ports/index.ts'
import { collapseWhitespace, renderEmailLayout } from '../../ports/mail-page.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import { findContentById } from '../content/repository.ts'
import { countResentSince, type EmailRow, enqueueEmail } from '../mail/outbox.ts'
import { accessRevokedEmail } from './access-by-hand.ts'
import { accessEmailRecipientLimits } from './limits.ts'
import { accessLinksEmail } from './lost-links.ts'
import { ownerNoticeMail } from './owner-notice.ts'
import { refundRequestEmail } from './refund-mails.ts'
import { findDecisionMessage } from './refund-rows.ts'
import { findPurchase, lockPurchase, type PurchaseWithGrant } from './repository.ts'
import { selectRefunds } from './reversals.ts'
import { testPurchaseEmail } from './trial-mail.ts'
import { fileMissingEmail, undeliverableRefundEmail } from './undeliverable-mails.ts'
import { accessUrl, requireActiveAccess, requireSettledPurchase } from './unlock.ts'

const minuteMs = 60_000
const maxResendsPerDay = 5

/** Mails the access link again, to the address on the purchase only: once a minute, five times a day. */
export async function resendAccessEmail(
  ports: Ports,
  { paymentId, contentId, proof }: { paymentId: string; contentId: number; proof: BuyerProof },
) {
  const bought = await requireSettledPurchase(ports, { paymentId, contentId, proof })
  await enqueueAccessEmail(ports, bought, 'We have just sent it. Look in your inbox, also under spam.')
  return { sent: true as const }
}

/** The same for whoever may have it sent; `tooOften` is the sentence for somebody in a hurry. */
export async function enqueueAccessEmail(
  ports: Ports,
  bought: PurchaseWithGrant,
  rateLimitMessage: string,
): Promise<void> {
  requireActiveAccess(bought)
  const { purchase } = bought
  if (!purchase.email) throw new AppError('conflict', 'There is no e-mail address on this purchase.')

  await enforceRateLimits(ports, accessEmailRecipientLimits(purchase.email))
  const subject = `purchase/${purchase.id}/${ports.newId()}`
  await ports.db.transaction(async (tx) => {
    await lockPurchase(tx, purchase.id)
    if (await isResendLimited(tx, purchase.id, ports.clock.now()))
      throw new AppError('throttled', rateLimitMessage)
    await enqueueEmail(tx, ports, {
      kind: 'access-again',
      subject,
      recipient: purchase.email,
      data: { purchaseId: purchase.id },
    })
  })
}

async function isResendLimited(tx: Tx, purchaseId: number, now: Date): Promise<boolean> {
  const since = (ms: number) => new Date(now.getTime() - ms)
  if ((await countResentSince(tx, purchaseId, since(minuteMs))) > 0) return true
  return (await countResentSince(tx, purchaseId, since(24 * 60 * minuteMs))) >= maxResendsPerDay
}

/** What a row of the outbox says to its reader; undefined when there is nothing to say any more. */
export async function renderEmail(ports: Ports, mail: EmailRow): Promise<EmailMessage | undefined> {
  const { kind, recipient, data } = mail
  if (kind === 'file-gone') return fileMissingEmail(ports, recipient, data.contentId)
  if (kind === 'lost-links') return accessLinksEmail(ports, recipient)
  if (kind === 'trial') return testPurchaseEmail(ports, recipient, data.trialId)
  if (kind === 'refund-asked' || kind === 'refund-refused') return refundRequestEmail(ports, mail)
  const bought = data.purchaseId === undefined ? undefined : await findPurchase(ports.db, data.purchaseId)
  const row = bought && (await findContentById(ports.db, bought.purchase.contentId))
  if (!bought || !row) return undefined
  const title = collapseWhitespace(row.content.title)
  if (kind === 'undeliverable')
    return undeliverableRefundEmail({ to: recipient, title, bought, why: data.message })
  if (kind === 'refund')
    return refundIssuedEmail(ports, { to: recipient, title, bought, refundId: data.refundId })
  if (kind === 'access-closed')
    return accessRevokedEmail({ to: recipient, title, bought, url: await accessUrl(ports, bought) })
  if (bought.grant.revokedAt) return undefined
  const url = await accessUrl(ports, bought)
  if (kind === 'already-owned') return ownerNoticeMail({ to: recipient, title, bought, url })
  return purchaseAccessEmail({ to: recipient, title, bought, url })
}

type EmailContext = { to: string; title: string; bought: PurchaseWithGrant }

function purchaseAccessEmail({
  to,
  title,
  bought: { purchase },
  url,
}: EmailContext & { url: string }): EmailMessage {
  return {
    to,
    subject: `Your access to ${title}`,
    ...renderEmailLayout({
      title: 'Thank you. It is yours for good.',
      lines: [title, `Order ${purchase.id} · ${formatMoney(purchase.amount, purchase.currency)}`],
      button: { label: 'Open your content', url },
      after: ['Keep this mail: the link works on any device, for as long as you need it.'],
    }),
  }
}

async function refundIssuedEmail(
  { db }: Ports,
  { to, title, bought, refundId }: EmailContext & { refundId: number | undefined },
) {
  const { purchase, grant } = bought
  const refund = (await selectRefunds(db, purchase.id)).find(({ id }) => id === refundId)
  if (!refund) return undefined
  const refundedAmountText = formatMoney(refund.amount, purchase.currency)
  const answer = await findDecisionMessage(db, refund)
  return {
    to,
    subject: `${refundedAmountText} is on its way back to you`,
    ...renderEmailLayout({
      title: `${refundedAmountText} is on its way back to you`,
      lines: [
        `We have refunded ${refundedAmountText} for ${title} to your card.`,
        `Order ${purchase.id}`,
        ...(answer ? [`The reason: ${answer}`] : []),
      ],
      after: [
        'Banks take 5 to 10 days to show it.',
        grant.revokedAt ? 'Your access to it has ended.' : 'Your access to it stays as it was.',
      ],
    }),
  }
}
