import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { checkouts } from '../../../db/schema/index.ts'
import { sha256Base64url } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { accessUrl } from '../access/verify-purchase.ts'
import { findPayment, type PurchaseWithGrant } from '../purchases/repository.ts'

export type Press = { contentId: number; press?: string; agent?: string; ip?: string }

/**
 * Names one press of one form in a browser that has no cookie yet; undefined for a form without a press. A page is rendered
 * for all who open it in the same second, so network and program are a part of the name. The press is random and not stored, so the
 * hash reveals neither.
 */
export function hashPress({ contentId, press, agent = '', ip = '' }: Press): string | undefined {
  return press ? sha256Base64url(JSON.stringify([contentId, press, agent, ip])) : undefined
}

/**
 * What a press gave. Its browser takes the cookie of the last answer, so the item is that cookie's from now on. `isUsed` says
 * that the press gave something, which may have been revoked since.
 */
export async function takePressed(
  db: Db,
  { pressHash, buyerCookieHash }: { pressHash: string; buyerCookieHash: string },
): Promise<{ isUsed: boolean; given?: PurchaseWithGrant }> {
  const found = await findPayment(db, { provider: 'free', paymentId: pressHash })
  if (!found) return { isUsed: false }
  const { purchase, grant, checkout } = found
  if (!purchase || !grant || grant.revokedAt !== null) return { isUsed: true }
  await updateRow(db, checkouts, { id: checkout.id }, { buyerCookieHash })
  return { isUsed: true, given: { ...found, purchase, grant } }
}

/**
 * The access link that the same press was given before, so that a retry is not refused for a code that it used up itself.
 */
export async function findPressed(
  ports: Ports,
  input: Press & { buyerCookieHash: string },
): Promise<string | undefined> {
  const pressHash = hashPress(input)
  if (pressHash === undefined) return undefined
  const { given } = await takePressed(ports.db, { ...input, pressHash })
  return given && accessUrl(ports, given)
}
