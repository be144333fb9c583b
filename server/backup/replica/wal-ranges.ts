/** The size of a segment of the log, as initdb sets it. */
export const segmentBytes = 16 * 1024 ** 2

/** Bytes of the log from `start` to before `end`, which are in one segment, as an object of the replica. */
export type WalRange = { start: number; end: number }

/** The first position of the segment that has a position. */
export function segmentStart(position: number): number {
  return position - (position % segmentBytes)
}

export function walFolder(timeline: number): string {
  return `wal/${hex(timeline, 8)}/`
}

/** The name of a range, of which the order is that of the log. */
export function walName(timeline: number, { start, end }: WalRange): string {
  return `${walFolder(timeline)}${hex(start, 16)}-${hex(end, 16)}`
}

/** A name before all ranges that begin at a position or later, and after those that begin before it. */
export function walNameBefore(timeline: number, position: number): string {
  return `${walFolder(timeline)}${hex(position, 16)}`
}

/** The range of a name; undefined for any other object. */
export function parseWalName(name: string): (WalRange & { timeline: number }) | undefined {
  const [timeline, start, end] =
    /^wal\/([0-9A-F]{8})\/([0-9A-F]{16})-([0-9A-F]{16})\./
      .exec(name)
      ?.slice(1)
      .map((part) => Number.parseInt(part, 16)) ?? []
  if (timeline === undefined || start === undefined || end === undefined) return undefined
  return start < end && end <= segmentStart(start) + segmentBytes ? { timeline, start, end } : undefined
}

/**
 * The ranges that together have the log from `from` on, without a gap, in order. A whole segment replaces the parts that
 * were stored before it. The ranges may come in any order.
 */
export function contiguousRanges<Range extends WalRange>(ranges: Array<Range>, from: number): Array<Range> {
  const sorted = ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)
  const chosen: Array<Range> = []
  let reached = from
  for (const range of sorted) {
    if (range.end <= reached) continue
    if (range.start > reached) break
    chosen.push(range)
    reached = range.end
  }
  return chosen
}

/** The name of a segment's file as PostgreSQL asks for it. */
export function segmentFileName(timeline: number, start: number): string {
  const segmentsPerFile = 2 ** 32 / segmentBytes
  const number = start / segmentBytes
  return `${hex(timeline, 8)}${hex(Math.floor(number / segmentsPerFile), 8)}${hex(number % segmentsPerFile, 8)}`
}

function hex(number: number, length: number): string {
  return number.toString(16).toUpperCase().padStart(length, '0')
}
