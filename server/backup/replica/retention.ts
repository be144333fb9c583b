import { type Base, cutOffBases, readBases } from './base-backup.ts'
import type { Replica } from './replica-object.ts'
import { listWal } from './wal-list.ts'
import { segmentStart } from './wal-ranges.ts'

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
  await replica.place.remove(await cutOffBases(replica, bases))
  // Its description is the last, so that one that is cut off is removed again.
  for (const { names, archive } of bases.slice(0, first))
    await replica.place.remove(names.toSorted((a) => (a.startsWith(`${archive}.json`) ? 1 : -1)))
  const needed = segmentStart(oldest.start)
  const log = await listWal(replica, oldest.timeline, 0)
  await replica.place.remove(log.filter(({ end }) => end <= needed).map(({ name }) => name))
}
