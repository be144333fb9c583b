import { type Category, premiumCategories } from '../../../contract/content.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Db } from '../../db/database.ts'
import type { Viewer } from '../../http/request-context.ts'
import { findUserById } from '../accounts/repository.ts'

const upgradeMessage = 'This category is only for Pro creators. Choose another one, or upgrade to Pro.'

/** Premium categories need Pro; an item that is in one already stays there without Pro. */
export async function requireCategoryAllowed(
  db: Db,
  viewer: Viewer,
  { category, currentCategory }: { category: Category; currentCategory?: Category },
): Promise<void> {
  if (!premiumCategories.includes(category) || category === currentCategory) return
  const user = await findUserById(db, viewer.id)
  if (user?.plan !== 'pro')
    throw new AppError('upgrade_required', upgradeMessage, { category: upgradeMessage })
}
