import type { Db } from '../../../db/database.ts'
import { type ExportTable, exportTable } from '../../../http/export-table.ts'
import { findMethodState } from './states.ts'

/** What waits or is asked about the payout method; the row of the account, if there is one. */
export function methodStateTable(db: Db, creatorId: string): ExportTable {
  return exportTable('payout_method', {
    select: async (after) => {
      const state = after === 0 ? await findMethodState(db, creatorId) : undefined
      return state ? [state] : []
    },
    idOf: () => 1,
    columns: {
      usedFrom: ({ methodFrom }) => methodFrom?.toISOString() ?? null,
      usedUntilThen: ({ previousMask }) => previousMask,
      connectedAccountFrom: ({ transfersFrom }) => transfersFrom?.toISOString() ?? null,
      toConfirm: ({ confirmReason }) => confirmReason,
      returnedPayout: ({ confirmPayoutId }) => confirmPayoutId,
      changedAt: ({ updatedAt }) => updatedAt.toISOString(),
    },
  })
}
