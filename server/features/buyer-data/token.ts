import { createHmac } from 'node:crypto'
import { AppError } from '../../../domain/errors.ts'
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
export function requireBuyerEmail({ secret, clock }: Pick<Ports, 'secret' | 'clock'>, token: string): string {
  const [claims = '', signature = ''] = token.split('.')
  if (!timingSafeEquals(sign(secret, claims), signature))
    throw new AppError('not_found', 'This link doesn’t work. Make sure you copied all of it.')
  const [email, expiresAt]: [string, number] = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
  if (expiresAt < clock.now().getTime())
    throw new AppError('expired', 'This link has expired. Request a new one.')
  return email
}

function sign(secret: string, claims: string): string {
  return createHmac('sha256', secret).update(`buyer data ${claims}`).digest('base64url')
}
