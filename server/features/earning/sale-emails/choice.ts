import { createHmac } from 'node:crypto'
import type { SaleEmailChoice } from '../../../../contract/sale-emails.ts'
import { AppError } from '../../../../domain/errors.ts'
import { acceptedSecrets } from '../../../http/cookies.ts'
import { timingSafeEquals, type Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { findUserById, keepTimeZone, type UserRow, updateUser } from '../../people/accounts/repository.ts'

export async function getChoice({ db }: Ports, viewer: Viewer): Promise<{ choice: SaleEmailChoice }> {
  const user = await findUserById(db, viewer.id)
  if (!user) throw new AppError('unauthorized', 'Unauthorized')
  return { choice: user.saleEmails }
}

export async function setChoice(
  { db }: Ports,
  viewer: Viewer,
  { choice, timeZone }: { choice: SaleEmailChoice; timeZone?: string | undefined },
): Promise<{ choice: SaleEmailChoice }> {
  const user = await updateUser(db, viewer.id, { saleEmails: choice })
  if (user) await keepTimeZone(db, user, timeZone)
  return { choice }
}

/** The choice of the creator whom an emailed link names. */
export async function getEmailedChoice(ports: Ports, token: string): Promise<{ choice: SaleEmailChoice }> {
  return { choice: (await requireCreator(ports, token)).saleEmails }
}

/** Idempotent. */
export async function setEmailedChoice(ports: Ports, token: string, choice: SaleEmailChoice): Promise<void> {
  const { id } = await requireCreator(ports, token)
  await updateUser(ports.db, id, { saleEmails: choice })
}

async function requireCreator(ports: Ports, token: string): Promise<UserRow> {
  const id = token.split('.')[0] ?? ''
  const isOurs = acceptedSecrets(ports).some((secret) =>
    timingSafeEquals(saleEmailsToken({ secret }, id), token),
  )
  const user = isOurs ? await findUserById(ports.db, id) : undefined
  if (!user || user.deletedAt)
    throw new AppError('not_found', 'This link doesn’t work anymore. You can change the emails in Settings.')
  return user
}

/** Names a creator: the id, signed. */
export function saleEmailsToken({ secret }: Pick<Ports, 'secret'>, userId: string): string {
  return `${userId}.${createHmac('sha256', secret).update(`sale emails ${userId}`).digest('base64url')}`
}
