import type { PartCounts, PartKind, PublicPart } from '../contract/parts.ts'
import { kinds } from './part-kinds.ts'

// Without schemas, because the dashboard loads this file.

/** The kinds of parts, in the order in which they are counted. */
export const countedKinds = Object.keys(kinds) as Array<PartKind>

/** How many parts there are of each kind. */
export function countParts(parts: ReadonlyArray<Pick<PublicPart, 'kind'>>): PartCounts {
  const countOf = (kind: PartKind) => parts.filter((part) => part.kind === kind).length
  return Object.fromEntries(countedKinds.map((kind) => [kind, countOf(kind)])) as PartCounts
}

/** The number of all parts. */
export function totalCount(counts: PartCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** The bytes of all files. */
export function totalSizeOf(parts: ReadonlyArray<Pick<PublicPart, 'size'>>): number {
  return parts.reduce((sum, { size }) => sum + (size ?? 0), 0)
}
