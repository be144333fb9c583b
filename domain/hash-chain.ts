import type { Entry, Posting } from './ledger.ts'

/** The hash before the first posting. */
export const genesisHash = '0'.repeat(64)

type SealedPosting = Pick<Posting, 'kind' | 'reference'> & {
  entries: Array<Entry & { currency: string; at: string }>
}

/**
 * The string that is hashed with SHA-256 to seal a posting: the previous hash and all entries, `at` as ISO 8601 in
 * UTC. The order of the entries does not matter.
 */
export function canonicalPosting(previous: string, { kind, reference, entries }: SealedPosting): string {
  const written = entries
    .map(({ account, amount, currency, at }) => [account, amount, currency, at] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([previous, kind, reference, written])
}
