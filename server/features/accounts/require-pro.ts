import { AppError } from '../../../domain/errors.ts'
import type { Db } from '../../db/database.ts'
import type { Viewer } from '../../http/request-context.ts'
import { findUserById } from './repository.ts'

/** Throws AppError (403, `upgrade_required`) without Pro. `feature` begins the message, for example `Custom branding`. */
export async function requirePro(db: Db, viewer: Viewer, feature: string): Promise<void> {
  const user = await findUserById(db, viewer.id)
  if (user?.plan !== 'pro')
    throw new AppError('upgrade_required', `${feature} is part of Pro. Upgrade to use it.`)
}
