import { and, asc, eq, gt } from 'drizzle-orm'
import { formatDecimal } from '../../../../contract/money.ts'
import type { Db } from '../../../db/database.ts'
import { payouts } from '../../../db/schema/index.ts'
import { type ExportTable, exportTable } from '../../../http/export-table.ts'
import { shownDestination } from './present.ts'

export function payoutsTable(db: Db, creatorId: string): ExportTable {
  return exportTable('payouts', {
    select: (after, limit) =>
      db
        .select()
        .from(payouts)
        .where(and(eq(payouts.creatorId, creatorId), gt(payouts.id, after)))
        .orderBy(asc(payouts.id))
        .limit(limit),
    idOf: ({ id }) => id,
    columns: {
      payout: ({ id }) => id,
      madeAt: ({ createdAt }) => createdAt.toISOString(),
      amount: ({ amount, currency }) => formatDecimal(amount, currency),
      currency: ({ currency }) => currency,
      state: ({ state }) => state,
      via: ({ method }) => method,
      sentTo: shownDestination,
      reference: ({ bankReference }) => bankReference,
      paidAt: ({ paidAt }) => paidAt?.toISOString() ?? null,
      returnedAt: ({ returnedAt }) => returnedAt?.toISOString() ?? null,
    },
    numeric: ['amount'],
  })
}
