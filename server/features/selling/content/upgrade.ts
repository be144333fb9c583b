import { eq, sql } from 'drizzle-orm'
import type { ContentForEditing } from '../../../../contract/content-editing.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { mayBeShown } from '../../../../domain/access.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Db } from '../../../db/database.ts'
import { contentItems } from '../../../db/schema/index.ts'
import { type ContentRow, findContentById } from './repository.ts'
import { stateOf } from './shown.ts'

type Source = { creatorId: string; upgradeFromId: number | null }

/**
 * Checks the item that another one is an upgrade from: a published one of the same creator, and not itself. One that was chosen
 * before may be a draft by now. Throws AppError with the field `upgradeFromId`.
 */
export async function requireUpgradeSource(
  db: Db,
  { creatorId, upgradeFromId }: Source,
  stored?: Pick<ContentRow['content'], 'id' | 'upgradeFromId'>,
): Promise<void> {
  if (upgradeFromId === null) return
  if (upgradeFromId === stored?.id)
    throw refused('An item can’t be an upgrade from itself. Choose another one.')
  const row = await findContentById(db, upgradeFromId)
  if (!row || row.content.creatorId !== creatorId || row.content.deletedAt)
    throw refused('Choose one of your published items')
  if (row.content.isBundle)
    throw refused('Choose a single item. A bundle has its own price for who owns a part of it.')
  if (!mayBeShown(stateOf(row), stored?.upgradeFromId === upgradeFromId ? 'bundle' : 'none'))
    throw refused('Choose one of your published items')
}

function refused(message: string): AppError {
  return new AppError('invalid_input', message, { upgradeFromId: message })
}

/** What the creator set, for the editor; null without an upgrade. */
export async function findUpgradeForEditing(
  db: Db,
  { content: { upgradeFromId, upgradeAmount, currency } }: ContentRow,
): Promise<ContentForEditing['upgrade']> {
  if (upgradeFromId === null || upgradeAmount === null) return null
  const { id: fromId, title: fromTitle } = contentItems
  const [from] = await db.select({ fromId, fromTitle }).from(contentItems).where(eq(fromId, upgradeFromId))
  return from ? { ...from, amount: formatDecimal(upgradeAmount, currency) } : null
}

/** After an item was deleted nothing is an upgrade from it. */
export async function clearUpgradesFrom(db: Db, contentId: number, now: Date): Promise<void> {
  await db
    .update(contentItems)
    .set({
      upgradeFromId: null,
      upgradeAmount: null,
      version: sql`${contentItems.version} + 1`,
      updatedAt: now,
    })
    .where(eq(contentItems.upgradeFromId, contentId))
}
