import type { Feature } from '../../feature.ts'
import { ledgerTable } from './exported-table.ts'
import { sealPostings } from './seal.ts'

export const ledger = {
  name: 'money/ledger',
  periodic: [{ steps: [sealPostings], withAnyClock: true }],
  retention: [
    {
      stores: ['posting_kinds', 'ledger_entries', 'posting_hashes', 'unsealed_postings'],
      data: 'the ledger; triggers reject changes',
      kept: 'always',
    },
    {
      stores: ['ledger_rollups'],
      data: 'sums without personal data',
      kept: 'always',
    },
  ],
  exportedTables: (db, creatorId) => [ledgerTable(db, creatorId)],
} satisfies Feature
