import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { formatBytes } from '../../../domain/bytes-text.ts'
import { alerts, instance } from '../../db/schema/index.ts'
import { StoreUnavailableError } from '../../ports/file-store.ts'
import type { Ports } from '../../ports/index.ts'
import { reserveOf } from './free-space.ts'
import { alertMessageFor, raiseStoreAlert, resolveStoreAlert, storeAlerts } from './store-alarm.ts'
import { hasStoreSentinel, probeStore, writeStoreSentinel } from './store-sentinel.ts'

/** Checks that the store is available, ours and has space; raises and resolves its alerts. */
export async function checkStore(ports: Ports): Promise<void> {
  await checkAvailability(ports)
  await checkSpace(ports)
}

/** A store is back only when it can also be written. */
async function checkAvailability(ports: Ports): Promise<void> {
  const { db, fileStore } = ports
  try {
    await writeStoreSentinel(ports)
    if (!(await hasOurSentinel(ports)))
      return raiseStoreAlert(
        ports,
        'unavailable',
        'The file store is missing our marker file. Check that the right disk is mounted or the right bucket is set.',
      )
    const [openAlert] = await db
      .select({ id: alerts.id })
      .from(alerts)
      .where(and(eq(alerts.kind, storeAlerts.unavailable), isNull(alerts.resolvedAt)))
    if (!openAlert) return
    await probeStore(fileStore, randomUUID())
    await resolveStoreAlert(ports, 'unavailable')
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
    await raiseStoreAlert(ports, 'unavailable', alertMessageFor('unavailable', error))
  }
}

async function hasOurSentinel({ db, fileStore }: Pick<Ports, 'db' | 'fileStore'>): Promise<boolean> {
  const [known] = await db.select({ at: instance.storeSentinelWrittenAt }).from(instance)
  return !known?.at || hasStoreSentinel(fileStore)
}

/** `freeSpace` is what uploads may still use, without the reserve. */
async function checkSpace(ports: Ports): Promise<void> {
  const space = await ports.fileStore.freeSpace?.().catch(() => undefined)
  if (!space) return
  const reserveBytes = reserveOf(ports.config.freeSpaceReserveBytes, space.totalBytes)
  if (space.freeBytes > 0) await resolveStoreAlert(ports, 'full')
  else await raiseStoreAlert(ports, 'full', alertMessageFor('full'))
  if (space.freeBytes > reserveBytes) return resolveStoreAlert(ports, 'low')
  const freeText = `${formatBytes(space.freeBytes)} until uploads are refused`
  await raiseStoreAlert(
    ports,
    'low',
    `The file store is running out of space: ${freeText}. Add space or remove files.`,
  )
}
