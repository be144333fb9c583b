import { spoken } from '../../../domain/price.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import { mailPage, oneLine } from '../../ports/mail-page.ts'
import type { Mail } from '../../ports/mailer.ts'
import { userById } from '../accounts/repository.ts'
import { type MailRow, queueMail } from '../mail/outbox.ts'
import { type Requested, type RequestRow, requestById } from './refund-rows.ts'
import { boughtById, type PurchaseRow } from './repository.ts'

/** Tells the creator that a decision waits for them. */
export async function tellAsked(
  tx: Tx,
  ports: Ports,
  { id, purchaseId }: RequestRow,
  { creatorId }: PurchaseRow,
): Promise<void> {
  const creator = await userById(tx, creatorId)
  if (!creator) throw new Error(`Creator ${creatorId} is gone`)
  const data = { purchaseId, requestId: id }
  await queueMail(tx, ports, {
    kind: 'refund-asked',
    subject: `refund-request/${id}`,
    recipient: creator.email,
    data,
  })
}

/** Tells the buyer that nothing goes back, where they left an address. */
export async function tellRefused(
  tx: Tx,
  ports: Ports,
  { id, purchaseId }: RequestRow,
  { email }: PurchaseRow,
): Promise<void> {
  if (!email) return
  const data = { purchaseId, requestId: id }
  await queueMail(tx, ports, {
    kind: 'refund-refused',
    subject: `refund-request/${id}`,
    recipient: email,
    data,
  })
}

/** What a mail about a request says; undefined when there is nothing to say any more. */
export async function refundRequestMail(
  ports: Ports,
  { kind, recipient, data }: MailRow,
): Promise<Mail | undefined> {
  const found = data.requestId === undefined ? undefined : await requestById(ports.db, data.requestId)
  if (!found) return undefined
  if (kind === 'refund-refused') return refusedMail(ports, recipient, found)
  return found.request.state === 'asked' ? askedMail(ports, recipient, found) : undefined
}

function askedMail({ config }: Ports, to: string, { request, purchase, title }: Requested): Mail {
  const money = spoken(request.amount, purchase.currency)
  const item = oneLine(title)
  return {
    to,
    subject: `A refund of ${money} is asked for: ${item}`,
    ...mailPage({
      title: `A buyer asks for ${money} back`,
      lines: [
        item,
        `Order ${purchase.id} · ${money}`,
        request.reason ? `Their reason: ${request.reason}` : 'They gave no reason.',
      ],
      button: { label: 'Decide', url: `${config.publicUrl}/refunds/${request.id}` },
      after: ['Nothing moves until you decide: all of it, a part of it, or none.'],
    }),
  }
}

async function refusedMail(
  { db, config }: Ports,
  to: string,
  { request, purchase, title }: Requested,
): Promise<Mail> {
  const item = oneLine(title)
  const bought = await boughtById(db, purchase.id)
  return {
    to,
    subject: `Your refund was refused: ${item}`,
    ...mailPage({
      title: 'Your refund was refused',
      lines: [
        `You asked for ${spoken(request.amount, purchase.currency)} back for ${item}.`,
        `Order ${purchase.id}`,
        request.answer ? `The reason: ${request.answer}` : 'No reason was given.',
      ],
      links: [{ label: 'Write to us if that is not right', url: `${config.publicUrl}/feedback` }],
      after: bought?.grant.revokedAt ? [] : ['You keep your access.'],
    }),
  }
}
