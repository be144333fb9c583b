import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { contentsOf, fileListName, objectFolder } from '../features/site/backups/archive-names.ts'
import { type BackupOptions, type BackupResult, createBackup } from './create-backup.ts'
import { objectCipher } from './objects/cipher.ts'
import { type Pruned, pruneObjects, removeOldArchives, settleLists } from './objects/prune.ts'

/** The key of the advisory lock that a backup into a place holds. Arbitrary. */
const backupLockKey = 7_211_886
/** A statement that waits would keep PostgreSQL from removing old rows, so it is asked again and again. */
const lockPollMs = 2_000

type Instance = { config: Pick<Config, 'publicUrl' | 'backup'>; isScheduled: boolean }

/**
 * Writes an archive whose files are beside it, each once for all archives of the instance. After one of the schedule it
 * removes what BACKUP_KEEP does not keep, and the files that no archive has then. Of several at the same time the second
 * waits. Throws Error with a message for the operator.
 */
export async function backUpIntoPlace(
  options: Omit<BackupOptions, 'shared'>,
  { config: { publicUrl, backup }, isScheduled }: Instance,
): Promise<BackupResult & { pruned?: Pruned }> {
  const { client, place, key, onProgress } = options
  const listName = fileListName(basename(place.name))
  if (listName === undefined) throw new Error(`${place.name} is not the name of an archive in a place.`)
  const unlock = await lockBackups(client, onProgress)
  try {
    const folder = objectFolder({ publicUrl })
    const all = { place, publicUrl, folder, onProgress }
    await settleLists(all)
    const { lists } = contentsOf(await place.siblings(), { publicUrl })
    const cipher = await objectCipher(key)
    const result = await createBackup({ ...options, shared: { folder, cipher, lists, listName } })
    if (!isScheduled) return result
    await removeOldArchives(all, backup.keep)
    return { ...result, pruned: await pruneObjects(all) }
  } finally {
    await unlock()
  }
}

/** Waits for another backup of the instance into a place. Returns the function that lets the next one begin. */
async function lockBackups(
  client: pg.ClientBase,
  onProgress: (text: string) => void,
): Promise<() => Promise<void>> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      backupLockKey,
    ])
    if (rows[0]?.isOurs) break
    onProgress('Waiting for another backup of the instance')
    await sleep(lockPollMs)
  }
  return async () => {
    await client.query('select pg_advisory_unlock($1)', [backupLockKey]).catch(() => undefined)
  }
}
