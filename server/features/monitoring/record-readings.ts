import type { Ports } from '../../ports/index.ts'
import { figureOf, sumStoredBytes, waitingOf } from './figures.ts'
import { hasReadings, storeReadings } from './samples-repository.ts'
import { readStateFigures } from './state-figures.ts'

/** Stores what waits and the sizes of database and store, once in five minutes. Safe in several processes. */
export async function recordReadings({ db, clock, fileStore }: Ports): Promise<void> {
  const now = clock.now()
  if (await hasReadings(db, now)) return
  const figures = await readStateFigures(db, now)
  const waiting = waitingOf(figures)
  const space = await fileStore.freeSpace?.().catch(() => undefined)
  await storeReadings(db, now, {
    waitingCount: waiting.reduce((total, { count }) => total + count, 0),
    oldestWaitSeconds: Math.max(...waiting.map(({ oldestSeconds }) => oldestSeconds)),
    databaseBytes: figureOf(figures, 'tipdrop_database_bytes'),
    storedBytes: await sumStoredBytes(db),
    freeBytes: space ? Math.floor(space.freeBytes) : null,
  })
}
