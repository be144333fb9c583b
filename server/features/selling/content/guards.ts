import { AppError } from '../../../../domain/errors.ts'
import type { Db } from '../../../db/database.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { planOf } from '../../people/accounts/plan.ts'
import { findUserById } from '../../people/accounts/repository.ts'
import { type ContentRow, findOwnContent } from './repository.ts'

const unknownMessage = 'Choose a category'
const upgradeMessage = 'This category is only for Pro creators. Choose another one, or upgrade to Pro.'

/**
 * New items need a category that the site offers, and Pro for those that are for Pro. An item stays in its category
 * whatever becomes of it.
 */
export async function requireCategoryAllowed(
  db: Db,
  { settings }: Pick<Ports, 'settings'>,
  viewer: Viewer,
  { category: id, currentCategory }: { category: string; currentCategory?: string },
): Promise<void> {
  if (id === currentCategory) return
  const category = settings.current().categories.find((candidate) => candidate.id === id)
  if (!category?.isOffered) throw new AppError('invalid_input', unknownMessage, { category: unknownMessage })
  if (!category.isPro) return
  const user = await findUserById(db, viewer.id)
  if (!user || planOf(user) !== 'pro')
    throw new AppError('upgrade_required', upgradeMessage, { category: upgradeMessage })
}

/** The same error for a missing item and for another creator's. */
export function contentNotFoundError(): AppError {
  return new AppError('not_found', 'Content Not Found')
}

/** A creator's item that is not deleted. Throws AppError; another creator's item is reported as missing. */
export async function requireOwnContent({ db }: Ports, viewer: Viewer, id: number): Promise<ContentRow> {
  const row = await findOwnContent(db, { id, creatorId: viewer.id })
  if (!row) throw contentNotFoundError()
  return row
}
