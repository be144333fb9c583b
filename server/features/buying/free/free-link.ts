import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { FreeLink } from '../../../../contract/free.ts'
import { limits } from '../../../../contract/limits.ts'
import { Email } from '../../../../contract/schemas.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { accessGrants, purchases } from '../../../db/schema/index.ts'
import { acceptedSecrets } from '../../../http/cookies.ts'
import { enforceRateLimits, ipPrefix, type RateLimit } from '../../../http/rate-limit.ts'
import { parseOrThrow } from '../../../http/validation.ts'
import type { Ports } from '../../../ports/index.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import { requirePurchasableContent } from '../../selling/content/service.ts'
import { followConfirmed } from '../../selling/creators/follow.ts'
import { creatorName } from '../../selling/creators/service.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { requireBoughtContent } from '../access/active-access.ts'
import { ipLimit } from '../access/buyer-proof.ts'
import { accessUrl } from '../access/verify-purchase.ts'
import { passFreeDoor } from '../checkout/free-door.ts'
import { storeWithHolds } from '../checkout/holds.ts'
import { recordFree } from '../checkout/record-free.ts'
import { decrypt, encrypt } from '../purchases/access-token.ts'
import { findPurchase, type PurchaseWithGrant } from '../purchases/repository.ts'
import { isComplete } from '../settlement/undeliverable.ts'

const hourMs = 3_600_000
const purpose = 'free links'

/** The address that a link confirms, and for which item. */
const Claims = z.object({ contentId: z.int(), email: z.string(), expiresAt: z.number() })
type LinkClaims = z.infer<typeof Claims>

/** The same facts always give a link that opens the same, so an email that is rendered twice has two links that work. */
export function freeLinkToken({ secret }: Pick<Ports, 'secret'>, claims: LinkClaims): string {
  return encrypt(secret, purpose, JSON.stringify(claims))
}

function readToken(ports: Pick<Ports, 'secret' | 'config'>, token: string): LinkClaims {
  for (const secret of acceptedSecrets(ports)) {
    const text = decrypt(secret, purpose, token)
    if (text !== undefined) return Claims.parse(JSON.parse(text))
  }
  throw linkNotFound()
}

function linkNotFound(): AppError {
  return new AppError(
    'not_found',
    'This link doesn’t work anymore. You can ask for a new one on the item’s page.',
  )
}

/** By address, so that nobody gets many of these emails, and by network. */
function linkLimits(ports: Ports, email: string, ip: string): Array<RateLimit> {
  return [
    ...ipLimit(ports, { key: `free-link-from/${ipPrefix(ip)}`, max: 20, windowMs: hourMs }),
    { key: `free-link-to/${email.toLowerCase()}`, max: 5, windowMs: hourMs },
  ]
}

/** Emails the link to a free item to an address. Nothing is given and nobody follows before the link is opened. */
export async function requestFreeLink(
  ports: Ports,
  { contentId, typed, ip }: { contentId: number; typed: string; ip: string },
): Promise<{ email: string }> {
  const row = await requireAskingItem(ports, contentId)
  const { email } = parseOrThrow(z.object({ email: Email }), { email: typed })
  await enforceRateLimits(ports, linkLimits(ports, email, ip))
  await passFreeDoor(ports, row, ip)
  await ports.db.transaction((tx) =>
    sendEmail(tx, ports, {
      kind: 'free_link',
      to: email,
      data: { contentId },
      dedupeKey: `content/${contentId}/${randomUUID()}`,
      lane: 0,
    }),
  )
  return { email }
}

async function requireAskingItem(ports: Ports, contentId: number): Promise<ContentRow> {
  const row = await requirePurchasableContent(ports, contentId)
  const { pricingModel, asksForEmail } = row.content
  if (pricingModel !== 'free' || !asksForEmail)
    throw new AppError('conflict', 'This item doesn’t ask for an email address. Reload the page.')
  return row
}

/** What a link leads to, until it ends. A link that was opened doesn't end. */
export async function getFreeLink(ports: Ports, token: string): Promise<FreeLink> {
  const claims = readToken(ports, token)
  const given = await findGiven(ports.db, claims)
  if (!given && isOver(ports, claims)) throw linkNotFound()
  const row = given
    ? await requireBoughtContent(ports, given)
    : await requirePurchasableContent(ports, claims.contentId)
  return {
    title: row.content.title,
    creator: creatorName(row.creator),
    contentId: claims.contentId,
    expiresAt: new Date(claims.expiresAt).toISOString(),
  }
}

function isOver({ clock }: Ports, { expiresAt }: LinkClaims): boolean {
  return expiresAt <= clock.now().getTime()
}

/**
 * Gives the item to a confirmed address, which then follows its creator, and returns the access link. Opened again, it is the
 * same one.
 */
export async function openFreeLink(
  ports: Ports,
  { token, buyerCookieHash }: { token: string; buyerCookieHash: string },
): Promise<string> {
  const claims = readToken(ports, token)
  const earlier = await findGiven(ports.db, claims)
  if (earlier) return accessUrl(ports, earlier)
  if (isOver(ports, claims)) throw linkNotFound()
  const row = await requirePurchasableContent(ports, claims.contentId)
  if (row.content.pricingModel !== 'free') throw new AppError('conflict', 'This item isn’t free anymore.')
  if (!(await isComplete(ports.db, claims.contentId)))
    throw new AppError('unavailable', 'This item’s file is missing right now. Please try again later.')
  const store = async (tx: Tx) => {
    await lockAddress(tx, claims)
    const existing = await findGiven(tx, claims)
    if (existing) return existing
    await followConfirmed(tx, ports, { creatorId: row.content.creatorId, email: claims.email })
    return recordFree(tx, ports, {
      row,
      buyerCookieHash,
      buyerEmail: claims.email,
      source: '',
      listAmount: 0,
      discount: undefined,
    })
  }
  const given = await storeWithHolds(ports, { buyerCookieHash, store })
  return accessUrl(ports, given)
}

type Given = Pick<LinkClaims, 'contentId' | 'email'>

/** Serializes presses of the same link. Held until the transaction ends. */
async function lockAddress(tx: Tx, { contentId, email }: Given): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`free/${contentId}/${email.toLowerCase()}`}, 0))`,
  )
}

/** What an address has been given of an item. */
async function findGiven(db: Db, { contentId, email }: Given): Promise<PurchaseWithGrant | undefined> {
  const [row] = await db
    .select({ id: purchases.id })
    .from(purchases)
    .innerJoin(accessGrants, and(eq(accessGrants.purchaseId, purchases.id), isNull(accessGrants.revokedAt)))
    .where(
      and(
        eq(purchases.contentId, contentId),
        eq(sql`lower(${purchases.buyerEmail})`, email.toLowerCase()),
        eq(purchases.amount, 0),
      ),
    )
    .orderBy(desc(purchases.paidAt))
    .limit(1)
  return row && findPurchase(db, row.id)
}

export function freeLinkExpiry(sentAt: Date): number {
  return sentAt.getTime() + limits.freeLinkTtlMs
}
