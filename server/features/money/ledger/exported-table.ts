import { and, asc, eq, gt } from 'drizzle-orm'
import { formatDecimal } from '../../../../contract/money.ts'
import { creatorAccount } from '../../../../domain/ledger.ts'
import type { Db } from '../../../db/database.ts'
import { ledgerEntries } from '../../../db/schema/index.ts'
import { type ExportTable, exportTable } from '../../../http/export-table.ts'

export function ledgerTable(db: Db, creatorId: string): ExportTable {
  const { id, createdAt, kind, reference, amount, currency, account } = ledgerEntries
  return exportTable('ledger', {
    select: (after, limit) =>
      db
        .select({ id, createdAt, kind, reference, amount, currency })
        .from(ledgerEntries)
        .where(and(eq(account, creatorAccount(creatorId)), gt(id, after)))
        .orderBy(asc(id))
        .limit(limit),
    idOf: (entry) => entry.id,
    columns: {
      entry: (entry) => entry.id,
      bookedAt: (entry) => entry.createdAt.toISOString(),
      kind: (entry) => entry.kind,
      reference: (entry) => entry.reference,
      amount: (entry) => formatDecimal(entry.amount, entry.currency),
      currency: (entry) => entry.currency,
    },
    numeric: ['amount'],
  })
}
