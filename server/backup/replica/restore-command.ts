import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { countOf } from '../../../domain/format.ts'
import type { Config } from '../../config.ts'
import { createFileStore } from '../../create-services.ts'
import { openTargetDatabase } from '../load-database.ts'
import { verifyCopy } from '../restore.ts'
import { isReplica } from './place-identity.ts'
import { type ReplicaPlace, replicaPlace } from './replica-place.ts'
import { migrateReplica, type ReplicaRestoreResult, restoreReplica } from './restore-replica.ts'

/** The replica that a path or an `s3://` URL names; undefined when it names an archive, or nothing. */
export async function findReplica(source: string, config: Config): Promise<ReplicaPlace | undefined> {
  if (source.startsWith('s3:')) {
    const place = await replicaPlace(source.replace(/\/+$/, ''), config)
    return (await isReplica(place)) ? place : undefined
  }
  const folder = await stat(resolve(source)).catch(() => undefined)
  if (!folder?.isDirectory()) return undefined
  const place = await replicaPlace(resolve(source), config)
  if (await isReplica(place)) return place
  throw new Error(
    `${resolve(source)} is a folder without a replica. Name the file of a backup, or the place of REPLICATE_TO.`,
  )
}

/** Parses the time of `--to-time`. Throws Error with a message for the operator. */
export function parseToTime(text: string): Date {
  const isComplete = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  const time = new Date(text)
  if (isComplete && !Number.isNaN(time.getTime())) return time
  throw new Error(`--to-time ${text} is not a time with its zone, such as 2026-11-27T12:00:00Z.`)
}

type Options = {
  place: ReplicaPlace
  config: Config
  toTime: Date | undefined
  onProgress: (text: string) => void
}

/** Restores a replica, prints until when, and verifies books and files. Returns the exit code. */
export async function runReplicaRestore({ place, config, toTime, onProgress }: Options): Promise<number> {
  if (config.databaseUrl)
    throw new Error(
      'A replica is restored into the bundled PostgreSQL of DATA_DIR. Unset DATABASE_URL; moving it to your own PostgreSQL comes after.',
    )
  const store = await createFileStore(config)
  const { dataDir, backup } = config
  const result = await restoreReplica({
    replica: { place, key: backup.key },
    dataDir,
    store: config.s3 ? undefined : store,
    toTime,
    onProgress,
  })
  for (const line of resultLines(result, toTime)) console.log(line)
  for (const sentence of result.lost) console.log(`Left out: ${sentence}`)
  const database = await openTargetDatabase(config)
  try {
    await migrateReplica(database.connection)
    const isRight = await verifyCopy({ connection: database.connection, store }, onProgress)
    return isRight && result.lost.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

function resultLines({ restoredTo, endsBefore, fileCount }: ReplicaRestoreResult, toTime: Date | undefined) {
  const moment = restoredTo
    ? `The last change in it is of ${restoredTo.toISOString()}.`
    : 'Nothing has changed since its copy.'
  return [
    `Restored the replica: the database and ${countOf(fileCount, 'file')}. ${moment}`,
    ...(endsBefore && toTime
      ? [`The replica has nothing of ${toTime.toISOString()} or later, so all of it was restored.`]
      : []),
    'It goes on in another place: set REPLICATE_TO to an empty folder or prefix before you start it.',
  ]
}
