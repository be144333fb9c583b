import { AppError } from '../../../domain/errors.ts'
import { spoken } from '../../../domain/price.ts'
import type { Tx } from '../../db/database.ts'
import type { BuyerProof } from '../../http/call.ts'
import { throttle } from '../../http/throttle.ts'
import type { Ports } from '../../ports/index.ts'
import { mailPage, oneLine } from '../../ports/mail-page.ts'
import type { Mail } from '../../ports/mailer.ts'
import { contentById } from '../content/repository.ts'
import { type MailRow, queueMail, resentSince } from '../mail/outbox.ts'
import { accessClosedMail } from './access-by-hand.ts'
import { accessMailsTo } from './limits.ts'
import { lostLinksMail } from './lost-links.ts'
import { ownerNoticeMail } from './owner-notice.ts'
import { refundRequestMail } from './refund-mails.ts'
import { answerWith } from './refund-rows.ts'
import { type Bought, boughtById, lockPurchase } from './repository.ts'
import { refundsOf } from './reversals.ts'
import { trialMail } from './trial-mail.ts'
import { fileGoneMail, undeliverableMail } from './undeliverable-mails.ts'
import { accessUrl, requireOpen, settledPurchase } from './unlock.ts'

const minute = 60_000
const mostEachDay = 5

/** Mails the access link again, to the address on the purchase only: once a minute, five times a day. */
export async function sendAccessAgain(
  ports: Ports,
  { paymentId, contentId, proof }: { paymentId: string; contentId: number; proof: BuyerProof },
) {
  const bought = await settledPurchase(ports, { paymentId, contentId, proof })
  await mailAccessAgain(ports, bought, 'We have just sent it. Look in your inbox, also under spam.')
  return { sent: true as const }
}

/** The same for whoever may have it sent; `tooOften` is the sentence for somebody in a hurry. */
export async function mailAccessAgain(ports: Ports, bought: Bought, tooOften: string): Promise<void> {
  requireOpen(bought)
  const { purchase } = bought
  if (!purchase.email) throw new AppError('conflict', 'There is no e-mail address on this purchase.')

  await throttle(ports, accessMailsTo(purchase.email))
  const subject = `purchase/${purchase.id}/${ports.newId()}`
  await ports.db.transaction(async (tx) => {
    await lockPurchase(tx, purchase.id)
    if (await isTooOften(tx, purchase.id, ports.clock.now())) throw new AppError('throttled', tooOften)
    await queueMail(tx, ports, {
      kind: 'access-again',
      subject,
      recipient: purchase.email,
      data: { purchaseId: purchase.id },
    })
  })
}

async function isTooOften(tx: Tx, purchaseId: number, now: Date): Promise<boolean> {
  const since = (ms: number) => new Date(now.getTime() - ms)
  if ((await resentSince(tx, purchaseId, since(minute))) > 0) return true
  return (await resentSince(tx, purchaseId, since(24 * 60 * minute))) >= mostEachDay
}

/** What a row of the outbox says to its reader; undefined when there is nothing to say any more. */
export async function composeMail(ports: Ports, mail: MailRow): Promise<Mail | undefined> {
  const { kind, recipient, data } = mail
  if (kind === 'file-gone') return fileGoneMail(ports, recipient, data.contentId)
  if (kind === 'lost-links') return lostLinksMail(ports, recipient)
  if (kind === 'trial') return trialMail(ports, recipient, data.trialId)
  if (kind === 'refund-asked' || kind === 'refund-refused') return refundRequestMail(ports, mail)
  const bought = data.purchaseId === undefined ? undefined : await boughtById(ports.db, data.purchaseId)
  const row = bought && (await contentById(ports.db, bought.purchase.contentId))
  if (!bought || !row) return undefined
  const title = oneLine(row.content.title)
  if (kind === 'undeliverable') return undeliverableMail({ to: recipient, title, bought, why: data.words })
  if (kind === 'refund') return refundMail(ports, { to: recipient, title, bought, refundId: data.refundId })
  if (kind === 'access-closed')
    return accessClosedMail({ to: recipient, title, bought, url: await accessUrl(ports, bought) })
  if (bought.grant.revokedAt) return undefined
  const url = await accessUrl(ports, bought)
  if (kind === 'already-owned') return ownerNoticeMail({ to: recipient, title, bought, url })
  return accessMail({ to: recipient, title, bought, url })
}

type Parts = { to: string; title: string; bought: Bought }

function accessMail({ to, title, bought: { purchase }, url }: Parts & { url: string }): Mail {
  return {
    to,
    subject: `Your access to ${title}`,
    ...mailPage({
      title: 'Thank you. It is yours for good.',
      lines: [title, `Order ${purchase.id} · ${spoken(purchase.amount, purchase.currency)}`],
      button: { label: 'Open your content', url },
      after: ['Keep this mail: the link works on any device, for as long as you need it.'],
    }),
  }
}

async function refundMail(
  { db }: Ports,
  { to, title, bought, refundId }: Parts & { refundId: number | undefined },
) {
  const { purchase, grant } = bought
  const refund = (await refundsOf(db, purchase.id)).find(({ id }) => id === refundId)
  if (!refund) return undefined
  const back = spoken(refund.amount, purchase.currency)
  const answer = await answerWith(db, refund)
  return {
    to,
    subject: `${back} is on its way back to you`,
    ...mailPage({
      title: `${back} is on its way back to you`,
      lines: [
        `We have refunded ${back} for ${title} to your card.`,
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
