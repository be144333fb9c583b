import type { Db } from '../../../db/database.ts'
import { type ExportTable, exportTable } from '../../../http/export-table.ts'
import { selectPayeesOf } from './repository.ts'

/** When payee details were given. The details themselves are in the account of the export, because they need the keys. */
export function payeesTable(db: Db, creatorId: string): ExportTable {
  return exportTable('payees', {
    select: (after, limit) => selectPayeesOf(db, creatorId, after, limit),
    idOf: ({ id }) => id,
    columns: {
      payee: ({ id }) => id,
      kind: ({ kind }) => kind,
      country: ({ country }) => country,
      vatId: ({ vatState }) => vatState,
      since: ({ createdAt }) => createdAt.toISOString(),
      until: ({ replacedAt }) => replacedAt?.toISOString() ?? null,
    },
  })
}
