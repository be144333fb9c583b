import { limits } from '../../../../contract/limits.ts'
import { type Message, MessageInput } from '../../../../contract/messages.ts'
import { canWriteToCreator, isActive } from '../../../../domain/access.ts'
import { AppError } from '../../../../domain/errors.ts'
import { enforceRateLimits, type RateLimit } from '../../../http/rate-limit.ts'
import { parseOrThrow } from '../../../http/validation.ts'
import type { Ports } from '../../../ports/index.ts'
import { findUserById } from '../../people/accounts/repository.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { requireBoughtContent } from '../access/active-access.ts'
import { requirePurchaseByToken } from '../access/verify-purchase.ts'
import { insertMessage } from '../purchases/messages-repository.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'

type Bought = Pick<PurchaseWithGrant, 'purchase' | 'grant'>

const dayMs = 24 * 3_600_000

/** Of one sender about one purchase. */
export function messageLimits(of: string): Array<RateLimit> {
  return [
    {
      key: `messages/${of}`,
      max: limits.maxMessagesPerDay,
      windowMs: dayMs,
      message: `You sent ${limits.maxMessagesPerDay} messages today. You can write again tomorrow.`,
    },
  ]
}

/** Writes to the buyer of a sale, who sees it on their page and gets it by email. Throws AppError when access has ended. */
export async function writeToBuyer(ports: Ports, bought: Bought, text: string): Promise<void> {
  if (!isActive(bought.grant))
    throw new AppError(
      'conflict',
      'This buyer no longer has access, so there is no page where they would read it.',
    )
  await store(ports, bought, { sender: 'creator', text })
}

/** Writes to the creator, by the access link. */
export async function writeToCreator(ports: Ports, token: string, typed: string): Promise<void> {
  const bought = await requirePurchaseByToken(ports, token)
  const { creator } = await requireBoughtContent(ports, bought)
  if (!canWriteToCreator(bought.purchase, creator))
    throw new AppError('conflict', 'This creator can’t read messages about it.')
  const { text } = parseOrThrow(MessageInput, { text: typed })
  await enforceRateLimits(ports, messageLimits(`buyer/${bought.purchase.id}`))
  await store(ports, bought, { sender: 'buyer', text })
}

async function store(
  ports: Ports,
  { purchase }: Pick<Bought, 'purchase'>,
  { sender, text }: Pick<Message, 'sender' | 'text'>,
): Promise<void> {
  const { db, clock } = ports
  const { id: purchaseId, creatorId, buyerEmail } = purchase
  const to = sender === 'creator' ? buyerEmail : (await findUserById(db, creatorId))?.email
  await db.transaction(async (tx) => {
    const { id } = await insertMessage(tx, { purchaseId, sender, text, createdAt: clock.now() })
    if (!to) return
    const kind = sender === 'creator' ? 'message_to_buyer' : 'message_to_creator'
    const data = { purchaseId, messageId: id }
    await sendEmail(tx, ports, { kind, to, data, dedupeKey: `message/${id}` })
  })
}
