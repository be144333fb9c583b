import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Email } from '../../../../contract/schemas.ts'
import { AppError } from '../../../../domain/errors.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import { parseOrThrow } from '../../../http/validation.ts'
import type { Ports } from '../../../ports/index.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { requireBoughtContent } from '../access/active-access.ts'
import { accessEmailRateLimits, accessEmailRecipientLimits } from '../access/buyer-proof.ts'
import { requirePurchaseByToken } from '../access/verify-purchase.ts'

const dayMs = 24 * 3_600_000
const maxEmailsPerPurchase = 3

const tooOften = 'We just sent it. Check your inbox and spam folder.'

/**
 * Emails the access link of something free to an address that somebody typed. It is one email: the address is not stored
 * with the purchase. Throws AppError over the limits of purchase, item, network and address.
 */
export async function emailFreeAccess(
  ports: Ports,
  { token, typed, ip }: { token: string; typed: string; ip: string },
): Promise<{ email: string }> {
  const bought = await requirePurchaseByToken(ports, token)
  const { id: purchaseId, contentId, amount } = bought.purchase
  if (amount > 0) throw new AppError('conflict', 'The access link of a purchase is sent to its own address.')
  await requireBoughtContent(ports, bought)
  const { email } = parseOrThrow(z.object({ email: Email }), { email: typed })
  await enforceRateLimits(ports, [
    ...accessEmailRateLimits(ports, contentId, ip),
    { key: `free-access-of/${purchaseId}`, max: maxEmailsPerPurchase, windowMs: dayMs, message: tooOften },
    ...accessEmailRecipientLimits(email),
  ])
  await ports.db.transaction((tx) =>
    sendEmail(tx, ports, {
      kind: 'free_access',
      to: email,
      data: { purchaseId },
      dedupeKey: `purchase/${purchaseId}/${randomUUID()}`,
      lane: 0,
    }),
  )
  return { email }
}
