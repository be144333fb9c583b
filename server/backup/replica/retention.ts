import { type Base, readBases } from './base-backup.ts'
import { type Replica, suffix } from './replica-object.ts'
import { parseWalName, segmentStart, type WalRange, walFolder, walNameBefore } from './wal-ranges.ts'

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

/**
 * Removes copies and the log that no restore to a time since `keptSince` needs: those before the newest copy that was
 * complete then.
 */
export async function removeOld(replica: Replica, keptSince: Date): Promise<void> {
  const bases = await readBases(replica)
  const isOld = (base: Base) => new Date(base.finishedAt) <= keptSince
  const first = Math.max(0, bases.findLastIndex(isOld))
  const oldest = bases[first]
  if (!oldest) return
  // Its description is the last, so that one that is cut off is removed again.
  for (const { names, archive } of bases.slice(0, first))
    await replica.place.remove([
      ...names.filter((name) => !name.startsWith(`${archive}.json`)),
      `${archive}.json${suffix(replica.key)}`,
    ])
  const needed = segmentStart(oldest.start)
  const log = await listWal(replica, oldest.timeline, 0)
  await replica.place.remove(log.filter(({ end }) => end <= needed).map(({ name }) => name))
}
