import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { formatBytes } from '../../domain/format.ts'
import { archivePlace } from '../backup/archive-place.ts'
import { canDecrypt, decrypt, encrypt } from '../backup/encryption.ts'
import { commandLine } from '../config/command-line.ts'
import type { Config } from '../config.ts'
import { readLastBackup } from '../features/site/backups/last-backup.ts'
import { type Check, type CheckResult, fail, ok, warn } from './check.ts'
import { problemOfFolder } from './folder.ts'
import type { DatabaseState } from './open-database.ts'
import { splitSentences } from './settings-checks.ts'

/** Whether the next backup can be written to BACKUP_TO, and encrypted with BACKUP_KEY. */
export function backupChecks(config: Config, database: Promise<DatabaseState>): Array<Check> {
  const { to, key } = config.backup
  const place: Array<Check> = to
    ? [
        {
          name: 'backup place',
          fix: to.startsWith('s3:')
            ? 'The object store of BACKUP_TO does not answer. Check BACKUP_S3_ENDPOINT and its status page.'
            : 'Is the disk of BACKUP_TO mounted? A network share that hangs has to be mounted again.',
          settings: to.startsWith('s3:') ? ['BACKUP_TO', 'BACKUP_S3_', 'S3_'] : ['BACKUP_TO'],
          after: database,
          run: async () =>
            to.startsWith('s3:') ? checkBucket(config, to) : checkFolder(config, to, database),
        },
      ]
    : []
  const encryption: Array<Check> = key
    ? [
        {
          name: 'backup key',
          fix: `Make a new key with ${commandLine('backup', '--new-key')}, and set BACKUP_KEY to it.`,
          settings: ['BACKUP_KEY'],
          run: () => checkKey(key),
        },
      ]
    : []
  return [...place, ...encryption]
}

async function checkFolder(
  config: Config,
  to: string,
  database: Promise<DatabaseState>,
): Promise<CheckResult> {
  const problem = await problemOfFolder({ path: to, setting: 'BACKUP_TO' })
  if (problem) return problem
  const { bsize, bavail } = await statfs(to)
  const free = bavail * bsize
  const last = await lastArchiveBytes(config, await database)
  const detail = `Wrote, read and removed a file in ${to}, ${formatBytes(free)} free`
  if (last !== undefined && free < last)
    return warn(
      `${to} has ${formatBytes(free)} free, and the last backup has ${formatBytes(last)}`,
      'Enlarge the disk, lower BACKUP_KEEP, or remove old backups there.',
    )
  return ok(detail)
}

/** Of the last complete backup; undefined without one. */
async function lastArchiveBytes(config: Config, opened: DatabaseState): Promise<number | undefined> {
  if (opened.state !== 'open') return undefined
  const last = await readLastBackup({ db: opened.db, config }, new Date()).catch(() => undefined)
  return last?.archiveBytes ?? undefined
}

/** Writes, reads, lists and deletes a small object beside the archives. */
async function checkBucket(config: Config, to: string): Promise<CheckResult> {
  const name = `tipdrop-probe-${randomUUID()}`
  const place = await archivePlace(`${to.replace(/\/+$/, '')}/${name}`, config)
  const bytes = Buffer.from('tipdrop')
  try {
    await place.write(Readable.from([bytes]), bytes.length)
    try {
      const read = await buffer(await place.open())
      if (!read.equals(bytes))
        return fail(`${to} gives other bytes than it got`, 'Ask who runs that object store.')
      await place.siblings()
    } finally {
      await place.discard()
    }
    return ok(`Wrote, read, listed and removed an object in ${to}`)
  } catch (error) {
    const fix =
      'Check BACKUP_TO and the BACKUP_S3_ settings: docs/operate/object-store.md has the rights of the key.'
    return fail(...splitSentences(error instanceof Error ? error.message : String(error), fix))
  }
}

async function checkKey(key: string): Promise<CheckResult> {
  const bytes = Buffer.from('tipdrop')
  try {
    const encrypted = await buffer(await encrypt(Readable.from([bytes]), key))
    if (!canDecrypt(key)) return ok('Encrypts; the key to read backups is kept elsewhere')
    const read = await buffer(await decrypt(Readable.from([encrypted]), key))
    if (!read.equals(bytes)) throw new Error('It decrypts to other bytes')
    return ok('Encrypts, and reads what it encrypted')
  } catch {
    return fail(
      'BACKUP_KEY is not a key: a letter of it is wrong',
      `Copy it again from where it is stored, or make a new one with ${commandLine('backup', '--new-key')}.`,
    )
  }
}
