import { type Feature, keptAlways } from '../../feature.ts'
import { ledgerTable } from './exported-table.ts'
import { sealPostings } from './seal.ts'

export const ledger = {
  name: 'money/ledger',
  periodic: [{ steps: [sealPostings], withAnyClock: true }],
  retention: [
    keptAlways(
      ['posting_kinds', 'ledger_entries', 'posting_hashes', 'unsealed_postings'],
      'the ledger; triggers reject changes',
    ),
    keptAlways(['ledger_rollups'], 'sums without personal data'),
  ],
  exportedTables: (db, creatorId) => [ledgerTable(db, creatorId)],
} satisfies Feature
