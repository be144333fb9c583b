import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { newestBaseAt } from '../backup/replica/base-backup.ts'
import { behindText } from '../backup/replica/behind.ts'
import { anothersReplica, ownerOf } from '../backup/replica/place-identity.ts'
import { type ReplicaPlace, replicaPlace } from '../backup/replica/replica-place.ts'
import type { Config } from '../config.ts'
import { type Check, type CheckResult, fail, ok } from './check.ts'
import { problemOfFolder } from './folder.ts'
import type { DatabaseState } from './open-database.ts'
import { splitSentences } from './settings-checks.ts'

/** Whether the copy of the instance can be written to REPLICATE_TO, and how much of it is there. */
export function replicaChecks(config: Config, database: Promise<DatabaseState>): Array<Check> {
  const { replica } = config
  if (!replica) return []
  const isBucket = replica.to.startsWith('s3:')
  return [
    {
      name: 'replica place',
      fix: isBucket
        ? 'The object store of REPLICATE_TO does not answer. Check BACKUP_S3_ENDPOINT and its status page.'
        : 'Is the disk of REPLICATE_TO mounted? A network share that hangs has to be mounted again.',
      settings: isBucket ? ['REPLICATE_', 'BACKUP_S3_', 'S3_'] : ['REPLICATE_'],
      after: database,
      run: async () => checkPlace(config, { to: replica.to, isBucket }, await database),
    },
  ]
}

async function checkPlace(
  config: Config,
  { to, isBucket }: { to: string; isBucket: boolean },
  database: DatabaseState,
): Promise<CheckResult> {
  const problem = isBucket ? undefined : await problemOfFolder({ path: to, setting: 'REPLICATE_TO' })
  if (problem) return problem
  try {
    const place = await replicaPlace(to, config)
    if (isBucket && !(await storesBytes(place)))
      return fail(`${to} gives other bytes than it got`, 'Ask who runs that object store.')
    if ((await ownerOf(place, config.dataDir)) === 'another')
      return fail(...splitSentences(anothersReplica(place), ''))
    const tried = isBucket ? 'Wrote, read, listed and removed an object' : 'Wrote, read and removed a file'
    const copied = await newestBaseAt(place)
    const base = copied ? `newest whole copy of ${copied.toISOString().slice(0, 16)}Z` : 'no whole copy yet'
    return ok([`${tried} in ${to}`, base, ...(await behindOf(database))].join(', '))
  } catch (error) {
    const fix =
      'Check REPLICATE_TO and the BACKUP_S3_ settings: docs/operate/object-store.md has the rights of the key.'
    return fail(...splitSentences(error instanceof Error ? error.message : String(error), fix))
  }
}

/** Writes, reads and removes a small object. */
async function storesBytes(place: ReplicaPlace): Promise<boolean> {
  const name = `tipdrop-probe-${randomUUID()}`
  const bytes = Buffer.from('tipdrop')
  await place.put(name, bytes)
  try {
    const stored = await place.open(name)
    return stored !== undefined && (await buffer(stored)).equals(bytes)
  } finally {
    await place.remove([name])
  }
}

async function behindOf(database: DatabaseState): Promise<Array<string>> {
  const behind = database.state === 'open' ? await behindText(database.pool) : undefined
  return behind === undefined ? [] : [behind]
}
