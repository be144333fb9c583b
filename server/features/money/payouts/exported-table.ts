import { and, asc, eq, gt } from 'drizzle-orm'
import { formatDecimal } from '../../../../contract/money.ts'
import type { Db } from '../../../db/database.ts'
import { rowsByKey } from '../../../db/pages-by-key.ts'
import { payouts } from '../../../db/schema/index.ts'
import {
  type ExportTable,
  exportPageSize,
  exportTable,
  type StreamedRow,
} from '../../../http/export-table.ts'
import { shownDestination } from './present.ts'

export function payoutsTable(db: Db, creatorId: string): ExportTable {
  return exportTable(
    {
      name: 'payouts',
      columns: 'payout madeAt amount currency state via sentTo reference paidAt returnedAt',
      numeric: 'amount',
    },
    () => streamPayouts(db, creatorId),
    payoutRow,
  )
}

function streamPayouts(db: Db, creatorId: string) {
  return rowsByKey(
    (after: number | undefined) =>
      db
        .select()
        .from(payouts)
        .where(and(eq(payouts.creatorId, creatorId), gt(payouts.id, after ?? 0)))
        .orderBy(asc(payouts.id))
        .limit(exportPageSize),
    { keyOf: ({ id }) => id, pageSize: exportPageSize },
  )
}

function payoutRow(payout: StreamedRow<typeof streamPayouts>) {
  return {
    payout: payout.id,
    madeAt: payout.createdAt.toISOString(),
    amount: formatDecimal(payout.amount, payout.currency),
    currency: payout.currency,
    state: payout.state,
    via: payout.method,
    sentTo: shownDestination(payout),
    reference: payout.bankReference,
    paidAt: payout.paidAt?.toISOString() ?? null,
    returnedAt: payout.returnedAt?.toISOString() ?? null,
  }
}
