import type { Entry, Posting } from './ledger.ts'

/** What stands before the first posting. */
export const genesisHash = '0'.repeat(64)

type SealedPosting = Pick<Posting, 'kind' | 'reference'> & {
  entries: Array<Entry & { currency: string; at: string }>
}

/**
 * What a posting's seal is the SHA-256 of: the seal before it and every one of its entries, `at` as ISO 8601 in UTC. The
 * same posting is always written the same way, whatever order its entries come in.
 */
export function canonicalPosting(previous: string, { kind, reference, entries }: SealedPosting): string {
  const written = entries
    .map(({ account, amount, currency, at }) => [account, amount, currency, at] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([previous, kind, reference, written])
}
