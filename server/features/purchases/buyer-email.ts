import type { BuyerProof } from '../../http/call.ts'
import type { Limit } from '../../http/throttle.ts'
import type { Ports } from '../../ports/index.ts'
import { keepBuyerEmail, ownsWith, processingFor } from './buyer-email-rows.ts'
import { byAddress } from './limits.ts'
import { heldAttempt } from './proof.ts'
import { settleForBuyer } from './settle.ts'

const hour = 3_600_000

/** Few enough that nobody learns by it who bought what: by payment and by address asked about, then by caller. */
export function buyerEmailLimits(
  ports: Ports,
  { paymentId, email, ip }: { paymentId: string; email: string; ip: string },
): Array<Limit> {
  return [
    { key: `buyer-email/${paymentId}`, max: 10, perMs: hour },
    { key: `buyer-email/${email.toLowerCase()}`, max: 20, perMs: hour },
    ...byAddress(ports, { key: `buyer-email/${ip}`, max: 60, perMs: hour }),
  ]
}

/** Keeps the address on the attempt; what the same address has bought, or is paying for, is told before it pays again. */
export async function noteBuyerEmail(
  ports: Ports,
  { paymentId, email, proof }: { paymentId: string; email: string; proof: BuyerProof },
): Promise<{ standing: 'new' | 'owned' | 'processing' }> {
  const attempt = await heldAttempt(ports, paymentId, proof)
  if (attempt.state === 'open') await keepBuyerEmail(ports.db, attempt.id, email)

  const same = { contentId: attempt.contentId, email, but: attempt.id }
  for (const other of await processingFor(ports.db, same)) {
    const { state } = await settleForBuyer(ports, other)
    if (state === 'processing') return { standing: 'processing' }
  }
  return { standing: (await ownsWith(ports.db, same)) ? 'owned' : 'new' }
}
