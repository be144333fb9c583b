import type { Replica } from './replica-object.ts'
import { parseWalName, type WalRange, walFolder, walNameBefore } from './wal-ranges.ts'

/** The ranges of the log that a place has from the beginning of a segment on, with the names of their objects. */
export async function listWal(
  { place }: Replica,
  timeline: number,
  from: number,
): Promise<Array<WalRange & { name: string; lastModified: Date }>> {
  const ranges = []
  for await (const { name, lastModified } of place.list(walFolder(timeline), {
    after: walNameBefore(timeline, from),
  })) {
    const range = parseWalName(name)
    if (range) ranges.push({ start: range.start, end: range.end, name, lastModified })
  }
  return ranges
}
