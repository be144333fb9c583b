import { createHmac } from 'node:crypto'
import { AppError } from '../../../domain/errors.ts'
import { acceptedSecrets } from '../../http/accepted-secrets.ts'
import type { Ports } from '../../ports/index.ts'
import { timingSafeEquals } from '../purchases/access-token.ts'

/** How long a link of an email works. */
const linkTtlMs = 24 * 3_600_000

/** The token of a link: the address and the end of its validity, signed. */
export function buyerDataToken({ secret, clock }: Pick<Ports, 'secret' | 'clock'>, email: string): string {
  const claims = Buffer.from(JSON.stringify([email, clock.now().getTime() + linkTtlMs])).toString('base64url')
  return `${claims}.${sign(secret, claims)}`
}

/** The address of a valid link. Throws AppError `not_found` for a wrong one, `expired` for an old one. */
export function requireBuyerEmail(ports: Pick<Ports, 'secret' | 'config' | 'clock'>, token: string): string {
  const [claims = '', signature = ''] = token.split('.')
  const isSigned = acceptedSecrets(ports).some((secret) => timingSafeEquals(sign(secret, claims), signature))
  if (!isSigned) throw new AppError('not_found', 'This link doesn’t work. Make sure you copied all of it.')
  const [email, expiresAt]: [string, number] = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
  if (expiresAt < ports.clock.now().getTime())
    throw new AppError('expired', 'This link has expired. Request a new one.')
  return email
}

function sign(secret: string, claims: string): string {
  return createHmac('sha256', secret).update(`buyer data ${claims}`).digest('base64url')
}
