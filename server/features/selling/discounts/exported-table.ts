import { and, asc, eq, gt } from 'drizzle-orm'
import { formatDecimal } from '../../../../contract/money.ts'
import type { Db } from '../../../db/database.ts'
import { counters, discounts } from '../../../db/schema/index.ts'
import { type ExportTable, exportTable } from '../../../http/export-table.ts'

export function discountsTable(db: Db, creatorId: string): ExportTable {
  return exportTable('discounts', {
    select: (after, limit) =>
      db
        .select({ discount: discounts, counter: counters })
        .from(discounts)
        .innerJoin(counters, and(eq(counters.kind, 'code'), eq(counters.subjectId, discounts.id)))
        .where(and(eq(discounts.creatorId, creatorId), gt(discounts.id, after)))
        .orderBy(asc(discounts.id))
        .limit(limit),
    idOf: ({ discount }) => discount.id,
    columns: {
      code: ({ discount }) => discount.code,
      list: ({ discount }) => discount.batchLabel,
      percent: ({ discount: { percentBps } }) => percentBps && percentBps / 100,
      amount: ({ discount: { amount, currency } }) => amount && formatDecimal(amount, currency),
      appliesTo: ({ discount }) => discount.appliesTo,
      startsAt: ({ discount }) => discount.startsAt?.toISOString() ?? null,
      endsAt: ({ discount }) => discount.endsAt?.toISOString() ?? null,
      maxUses: ({ counter }) => counter.max,
      maxPerBuyer: ({ discount }) => discount.maxPerBuyer,
      firstPurchaseOnly: ({ discount }) => discount.firstPurchaseOnly,
      used: ({ counter }) => counter.used,
      createdAt: ({ discount }) => discount.createdAt.toISOString(),
      pausedAt: ({ discount }) => discount.pausedAt?.toISOString() ?? null,
      deletedAt: ({ discount }) => discount.deletedAt?.toISOString() ?? null,
    },
    numeric: ['percent', 'amount', 'maxUses', 'maxPerBuyer', 'used'],
  })
}
