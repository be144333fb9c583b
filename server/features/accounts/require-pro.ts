import { AppError } from '../../../domain/errors.ts'
import type { Db } from '../../db/database.ts'
import type { Viewer } from '../../http/request-context.ts'
import { findUserById } from './repository.ts'

/** Throws AppError (403, `upgrade_required`) without Pro. `what` begins the message: `Custom branding`. */
export async function requirePro(db: Db, viewer: Viewer, what: string): Promise<void> {
  const user = await findUserById(db, viewer.id)
  if (user?.plan !== 'pro')
    throw new AppError('upgrade_required', `${what} is part of Pro. Upgrade to use it.`)
}
