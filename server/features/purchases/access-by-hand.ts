import { eq } from 'drizzle-orm'
import { AppError } from '../../../domain/errors.ts'
import { mayReopen } from '../../../domain/sale.ts'
import type { Tx } from '../../db/database.ts'
import { grants } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import { mailPage } from '../../ports/mail-page.ts'
import type { Mail } from '../../ports/mailer.ts'
import { lockCreator } from '../accounts/repository.ts'
import { queueMail } from '../mail/outbox.ts'
import { announceSale } from './announce.ts'
import { isUnderway } from './refund-start.ts'
import { type Bought, boughtById, type GrantRow, lockGrant } from './repository.ts'

type Role = 'creator' | 'admin'
/** `note` is written down with the act, or not at all. */
type Act = { purchaseId: number; by: Role; note?: (tx: Tx) => Promise<void> }

/**
 * A person closes a buyer's access; whether they may is the caller's to know. The buyer is told why, and keeps their way
 * to a refund. Throws AppError `conflict` when it is closed already.
 */
export async function closeByHand(
  ports: Ports,
  { purchaseId, reason, by, note }: Act & { reason: string },
): Promise<void> {
  const { creatorId } = await locked(ports, purchaseId, async (tx, { purchase, grant }) => {
    if (grant.revokedAt) throw new AppError('conflict', 'Access is closed already.')
    const now = ports.clock.now()
    await changeGrant(tx, purchaseId, { revokedAt: now, revokedFor: by, revokedReason: reason })
    await note?.(tx)
    if (!purchase.email) return
    const subject = `purchase/${purchaseId}/${now.getTime()}`
    const data = { purchaseId }
    await queueMail(tx, ports, { kind: 'access-closed', subject, recipient: purchase.email, data })
  })
  announceSale(ports, { creatorId, purchaseId, what: 'change' })
}

/** Opens it again. Throws AppError `conflict` when it is not a person's to open, or a refund is on its way. */
export async function reopenByHand(ports: Ports, { purchaseId, by, note }: Act): Promise<void> {
  const { creatorId } = await locked(ports, purchaseId, async (tx, { purchase, grant }) => {
    const isGoing = await isUnderway(tx, purchaseId)
    if (isGoing || !mayReopen(grant, purchase, by)) throw new AppError('conflict', notToOpen(grant, by))
    await changeGrant(tx, purchaseId, { revokedAt: null, revokedFor: null, revokedReason: '' })
    await note?.(tx)
  })
  announceSale(ports, { creatorId, purchaseId, what: 'change' })
}

function notToOpen({ revokedAt, revokedFor }: GrantRow, by: Role): string {
  if (!revokedAt) return 'Access is open already.'
  if (revokedFor === 'admin' && by === 'creator') return 'We have closed this access. Write to us about it.'
  return 'The money of this sale went back, or the bank holds it, so access stays closed.'
}

/** Disputes and refunds are booked under the creator's lock: what is left of a sale cannot change while we decide. */
async function locked(
  { db }: Ports,
  purchaseId: number,
  act: (tx: Tx, bought: Bought) => Promise<void>,
): Promise<{ creatorId: string }> {
  const found = await boughtById(db, purchaseId)
  if (!found) throw new AppError('not_found', 'Purchase Not Found')
  const { creatorId } = found.purchase
  await db.transaction(async (tx) => {
    await lockCreator(tx, creatorId)
    await act(tx, await lockGrant(tx, purchaseId))
  })
  return { creatorId }
}

type Closing = Pick<GrantRow, 'revokedAt' | 'revokedFor' | 'revokedReason'>

async function changeGrant(tx: Tx, purchaseId: number, closing: Closing): Promise<void> {
  await tx.update(grants).set(closing).where(eq(grants.purchaseId, purchaseId))
}

export function isClosedByHand({ revokedFor }: Pick<GrantRow, 'revokedFor'>): boolean {
  return revokedFor === 'creator' || revokedFor === 'admin'
}

/** What the buyer reads on their page. */
export function closedSentence({ revokedFor, revokedReason }: GrantRow): string {
  const who = revokedFor === 'admin' ? 'We have' : 'The creator has'
  return `${who} closed your access: “${revokedReason}”`
}

/** Undefined when it was opened again before anybody was told. */
export function accessClosedMail({
  to,
  title,
  bought: { purchase, grant },
  url,
}: {
  to: string
  title: string
  bought: Bought
  url: string
}): Mail | undefined {
  if (!isClosedByHand(grant)) return undefined
  return {
    to,
    subject: `Your access was closed: ${title}`,
    ...mailPage({
      title: 'Your access was closed',
      lines: [title, `Order ${purchase.id}`, closedSentence(grant)],
      button: { label: 'Ask for your money back', url: `${url}/refund` },
      after: ['For 30 days after you paid, you can ask for a refund there.'],
    }),
  }
}
