import { and, asc, eq, gt } from 'drizzle-orm'
import { formatDecimal } from '../../../../contract/money.ts'
import { creatorAccount } from '../../../../domain/ledger.ts'
import type { Db } from '../../../db/database.ts'
import { rowsByKey } from '../../../db/pages-by-key.ts'
import { ledgerEntries } from '../../../db/schema/index.ts'
import {
  type ExportTable,
  exportPageSize,
  exportTable,
  type StreamedRow,
} from '../../../http/export-table.ts'

export function ledgerTable(db: Db, creatorId: string): ExportTable {
  return exportTable(
    {
      name: 'ledger',
      columns: 'entry bookedAt kind reference amount currency',
      numeric: 'amount',
    },
    () => streamLedgerEntries(db, creatorAccount(creatorId)),
    entryRow,
  )
}

const exportedEntry = {
  id: ledgerEntries.id,
  createdAt: ledgerEntries.createdAt,
  kind: ledgerEntries.kind,
  reference: ledgerEntries.reference,
  amount: ledgerEntries.amount,
  currency: ledgerEntries.currency,
}

function streamLedgerEntries(db: Db, account: string) {
  return rowsByKey(
    (after: number | undefined) =>
      db
        .select(exportedEntry)
        .from(ledgerEntries)
        .where(and(eq(ledgerEntries.account, account), gt(ledgerEntries.id, after ?? 0)))
        .orderBy(asc(ledgerEntries.id))
        .limit(exportPageSize),
    { keyOf: ({ id }) => id, pageSize: exportPageSize },
  )
}

function entryRow(entry: StreamedRow<typeof streamLedgerEntries>) {
  return {
    entry: entry.id,
    bookedAt: entry.createdAt.toISOString(),
    kind: entry.kind,
    reference: entry.reference,
    amount: formatDecimal(entry.amount, entry.currency),
    currency: entry.currency,
  }
}
