import { AppError } from '../../../domain/errors.ts'
import { acceptedSecrets } from '../../http/accepted-secrets.ts'
import type { Ports } from '../../ports/index.ts'
import { decrypt, encrypt } from '../purchases/access-token.ts'

/** How long a link of an email works. */
const linkTtlMs = 24 * 3_600_000
const purpose = 'buyer data'

/** The token of a link: the address and the end of its validity, encrypted, so that no log has the address. */
export function buyerDataToken({ secret, clock }: Pick<Ports, 'secret' | 'clock'>, email: string): string {
  return encrypt(secret, purpose, JSON.stringify([email, clock.now().getTime() + linkTtlMs]))
}

/** The address of a valid link. Throws AppError `not_found` for a wrong one, `expired` for an old one. */
export function requireBuyerEmail(ports: Pick<Ports, 'secret' | 'config' | 'clock'>, token: string): string {
  const claims = acceptedSecrets(ports)
    .map((secret) => decrypt(secret, purpose, token))
    .find((text) => text !== undefined)
  if (claims === undefined)
    throw new AppError('not_found', 'This link doesn’t work. Make sure you copied all of it.')
  const [email, expiresAt]: [string, number] = JSON.parse(claims)
  if (expiresAt < ports.clock.now().getTime())
    throw new AppError('expired', 'This link has expired. Request a new one.')
  return email
}
