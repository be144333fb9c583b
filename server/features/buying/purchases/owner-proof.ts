import { z } from 'zod'
import { acceptedSecrets } from '../../../http/cookies.ts'
import type { Ports } from '../../../ports/index.ts'
import { decrypt, encrypt } from './access-token.ts'

const purpose = 'owner proofs'
/** How long the link of an access page and of an email prove something. */
const ttlMs = 30 * 24 * 3_600_000

const Claims = z.object({ purchaseIds: z.array(z.int()), expiresAt: z.number() })

/**
 * A text for a link that proves these purchases, so that who opens it pays what their owner pays. It opens nothing, and ends
 * after 30 days. See docs/decisions/212.
 */
export function ownerProof(
  { secret, clock }: Pick<Ports, 'secret' | 'clock'>,
  purchaseIds: ReadonlyArray<number>,
): string {
  return encrypt(secret, purpose, JSON.stringify({ purchaseIds, expiresAt: clock.now().getTime() + ttlMs }))
}

/** The purchases that a text proves; undefined when it has ended, or was never a proof. */
export function readOwnerProof(
  ports: Pick<Ports, 'secret' | 'config' | 'clock'>,
  text: string,
): Array<number> | undefined {
  for (const secret of acceptedSecrets(ports)) {
    const claims = decrypt(secret, purpose, text)
    if (claims === undefined) continue
    const { purchaseIds, expiresAt } = Claims.parse(JSON.parse(claims))
    return expiresAt > ports.clock.now().getTime() ? purchaseIds : undefined
  }
  return undefined
}
