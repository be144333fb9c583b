import { createHmac } from 'node:crypto'
import { AppError } from '../../../../domain/errors.ts'
import { acceptedSecrets } from '../../../http/cookies.ts'
import { timingSafeEquals } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { findUserById } from '../../people/accounts/repository.ts'
import { turnOff } from './early-access.ts'

/** Turns off the weekly summary of the creator whom a token names. Idempotent. */
export async function unsubscribeFromSummary(ports: Ports, token: string): Promise<void> {
  const userId = token.split('.')[0] ?? ''
  if (!acceptedSecrets(ports).some((secret) => timingSafeEquals(summaryToken({ secret }, userId), token)))
    throw new AppError('not_found', 'This link doesn’t work anymore. You can turn the email off in Settings.')
  if (await findUserById(ports.db, userId)) await turnOff(ports, userId, 'weekly-mail')
}

/** Names a creator: the id, signed. */
export function summaryToken({ secret }: Pick<Ports, 'secret'>, userId: string): string {
  return `${userId}.${createHmac('sha256', secret).update(`weekly summary ${userId}`).digest('base64url')}`
}
