import { decimal } from '../../../contract/money.ts'
import { AppError } from '../../../domain/errors.ts'
import { spoken } from '../../../domain/price.ts'
import type { BuyerProof } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { mailPage } from '../../ports/mail-page.ts'
import type { Mail } from '../../ports/mailer.ts'
import { contentById } from '../content/repository.ts'
import { resentSince, sendAccessMail } from './outbox.ts'
import { type Bought, boughtById } from './repository.ts'
import { accessUrl, requireOpen, settledPurchase } from './unlock.ts'

const minute = 60_000
const mostEachDay = 5

/** Mails the access link again, to the address on the purchase only: once a minute, five times a day. */
export async function sendAccessAgain(
  ports: Ports,
  { paymentId, contentId, proof }: { paymentId: string; contentId: number; proof: BuyerProof },
) {
  const bought = await settledPurchase(ports, { paymentId, contentId, proof })
  requireOpen(bought)
  const { purchase } = bought
  if (!purchase.email) throw new AppError('conflict', 'There is no e-mail address on this purchase.')

  const now = ports.clock.now()
  const since = (ms: number) => new Date(now.getTime() - ms)
  const tooSoon = (await resentSince(ports.db, purchase.id, since(minute))) > 0
  const tooMany = (await resentSince(ports.db, purchase.id, since(24 * 60 * minute))) >= mostEachDay
  if (tooSoon || tooMany)
    throw new AppError('throttled', 'We have just sent it. Look in your inbox, also under spam.')

  const subject = `purchase/${purchase.id}/${ports.newId()}`
  await ports.db.transaction((tx) =>
    sendAccessMail(tx, ports, {
      kind: 'access-again',
      subject,
      recipient: purchase.email,
      purchaseId: purchase.id,
    }),
  )
  return { sent: true as const }
}

/** The mail that brings a buyer back to what they bought; undefined when access was closed meanwhile. */
export async function accessMail(
  ports: Ports,
  { recipient, purchaseId }: { recipient: string; purchaseId: number },
): Promise<Mail | undefined> {
  const bought = await boughtById(ports.db, purchaseId)
  if (!bought || bought.grant.revokedAt) return undefined
  const row = await contentById(ports.db, bought.purchase.contentId)
  if (!row) return undefined
  return compose(recipient, bought, row.content.title, await accessUrl(ports, bought))
}

function compose(to: string, { purchase }: Bought, title: string, url: string): Mail {
  return {
    to,
    subject: `Your access to ${title.replace(/\s+/g, ' ')}`,
    ...mailPage({
      title: 'Thank you. It is yours for good.',
      lines: [
        title,
        `Order ${purchase.id} · ${spoken(purchase.amount, purchase.currency)} ${decimalNote(purchase)}`.trim(),
      ],
      button: { label: 'Open your content', url },
      after: ['Keep this mail: the link works on any device, for as long as you need it.'],
    }),
  }
}

/** Nothing for an untouched purchase, otherwise what was paid back. */
function decimalNote({ refunded, currency }: Bought['purchase']): string {
  return refunded > 0 ? `(${decimal(refunded, currency)} ${currency} refunded)` : ''
}
