import { and, eq, isNull } from 'drizzle-orm'
import type { User } from '../../../../contract/accounts.ts'
import type { Db } from '../../../db/database.ts'
import { hasRow } from '../../../db/rows.ts'
import { contentItems } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import { presentUser } from './present.ts'
import type { UserRow } from './repository.ts'

/** The account as its own pages need it. */
export async function presentCurrentUser(
  db: Db,
  row: UserRow,
  { needsPasskey }: Pick<Viewer, 'needsPasskey'>,
): Promise<User> {
  const { creatorId, status, deletedAt } = contentItems
  const isPublished = and(eq(creatorId, row.id), eq(status, 'published'), isNull(deletedAt))
  return presentUser(row, { needsPasskey, isSelling: await hasRow(db, contentItems, isPublished) })
}
