import type { Db } from '../../../db/database.ts'
import { type ExportTable, exportTable } from '../../../http/export-table.ts'
import { selectConfirmedFollowers } from './repository.ts'

export function followersTable(db: Db, creatorId: string): ExportTable {
  return exportTable('followers', {
    select: (afterId, limit) => selectConfirmedFollowers(db, { creatorId, afterId, limit }),
    idOf: ({ id }) => id,
    columns: {
      email: ({ email }) => email,
      followedAt: ({ createdAt }) => createdAt.toISOString(),
      confirmedAt: ({ confirmedAt }) => confirmedAt?.toISOString() ?? null,
    },
  })
}
