import type { Db } from '../../../db/database.ts'
import { type ExportTable, exportTable } from '../../../http/export-table.ts'
import { type FollowerRow, streamFollowers } from './repository.ts'

export function followersTable(db: Db, creatorId: string): ExportTable {
  return exportTable(
    {
      name: 'followers',
      columns: 'email followedAt confirmedAt',
    },
    () => streamFollowers(db, creatorId),
    followerRow,
  )
}

function followerRow(follower: FollowerRow) {
  return {
    email: follower.email,
    followedAt: follower.createdAt.toISOString(),
    confirmedAt: follower.confirmedAt?.toISOString() ?? null,
  }
}
