import type { BuyerProof } from '../../http/call.ts'
import { type Limit, networkOf } from '../../http/throttle.ts'
import type { Ports } from '../../ports/index.ts'
import { type AttemptRow, attemptsOf, updateBuyerEmail } from './attempts.ts'
import { byAddress } from './limits.ts'
import { heldAttempt } from './proof.ts'
import { boughtByBrowser } from './repository.ts'
import { settlePurchase } from './settle.ts'
import { accessUrl } from './unlock.ts'

const minuteMs = 60_000

/** By payment, then by the caller's network with the maximum that starting a checkout has. */
export function buyerEmailLimits(
  ports: Ports,
  { paymentId, ip }: { paymentId: string; ip: string },
): Array<Limit> {
  return [
    { key: `buyer-email/${paymentId}`, max: 10, perMs: 60 * minuteMs },
    ...byAddress(ports, { key: `buyer-email/${networkOf(ip)}`, max: 120, perMs: 10 * minuteMs }),
  ]
}

type Standing = { standing: 'new' | 'owned' | 'processing'; ownedUrl: string | null }

/**
 * Stores the address on the attempt. The answer depends on the browser alone, never on the address: otherwise anyone
 * could learn whether an address bought an item. An owner of the address is told by email (owner-notice.ts).
 */
export async function noteBuyerEmail(
  ports: Ports,
  { paymentId, email, proof }: { paymentId: string; email: string; proof: BuyerProof },
): Promise<Standing> {
  const attempt = await heldAttempt(ports, paymentId, proof)
  if (attempt.state === 'open') {
    const attemptId = String(attempt.id)
    await ports.db.transaction(async (tx) => {
      await updateBuyerEmail(tx, attempt.id, email)
      // For every address alike: a worker finds out who owns what, so neither the answer nor its time says it.
      await ports.queue.send(tx, { name: 'notify-owner', data: { attemptId } }, { singletonKey: attemptId })
    })
  }
  return standingOf(ports, attempt, proof.browser)
}

/** Whether this browser has bought the item in another tab, or is paying for it there. */
async function standingOf(
  ports: Ports,
  { id, contentId }: AttemptRow,
  browser: string | undefined,
): Promise<Standing> {
  if (browser === undefined) return { standing: 'new', ownedUrl: null }
  const others = (await attemptsOf(ports.db, { browser, contentId })).filter((other) => other.id !== id)
  for (const { state, providerPaymentId } of others) {
    if (state !== 'processing' || !providerPaymentId) continue
    const settled = await settlePurchase(ports, providerPaymentId)
    if (settled.state === 'processing') return { standing: 'processing', ownedUrl: null }
  }
  const bought = await boughtByBrowser(ports.db, { browser, contentId })
  const owned = bought.find(({ attempt, grant }) => attempt.id !== id && grant.revokedAt === null)
  if (!owned) return { standing: 'new', ownedUrl: null }
  return { standing: 'owned', ownedUrl: await accessUrl(ports, owned) }
}
