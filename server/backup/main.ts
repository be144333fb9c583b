import { parseArgs } from 'node:util'
import pg from 'pg'
import { countOf, formatBytes } from '../../domain/format.ts'
import { runCommand } from '../adapters/run-command.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { commandLine, usageOf } from '../config/command-line.ts'
import { type Config, readConfig } from '../config.ts'
import { createFileStore } from '../create-services.ts'
import { createDatabase, type Database, openPool } from '../db/database.ts'
import { messageWithoutValues } from '../db/logged-error.ts'
import { archiveName } from '../features/site/backups/archive-names.ts'
import { failBackup, finishBackup, insertBackup, touchBackup } from '../features/site/backups/repository.ts'
import { connectionOfInstance } from '../verify/connect.ts'
import type { ArchivePlace, Header } from './archive-format.ts'
import { archivePlace } from './archive-place.ts'
import { readWholeArchive } from './archive-reader.ts'
import { backUpIntoPlace } from './back-up-into-place.ts'
import { type BackupResult, createBackup } from './create-backup.ts'
import { newKey } from './encryption.ts'
import { archiveAt } from './newest-archive.ts'
import type { SpooledList } from './objects/file-list.ts'
import type { Pruned } from './objects/prune.ts'
import { checkFiles, sharedReader } from './objects/read-files.ts'
import { progressPrinter } from './progress.ts'

const usage = usageOf('backup', [
  ['FILE', 'writes a complete backup to a file'],
  ['--to PLACE', 'writes it to a folder or s3://bucket/prefix, where files are stored once for all backups'],
  ['', 'the same with BACKUP_TO'],
  ['--check FILE', 'reads a backup with its files and compares every hash; of a folder, the newest one'],
  ['--new-key', 'prints a new key for BACKUP_KEY'],
])

const onProgress = progressPrinter()

/** Makes or checks a backup. Exits with 1 and one sentence when it fails. */
async function main(args: Array<string>): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      check: { type: 'string' },
      'new-key': { type: 'boolean' },
      // Of the schedule: the row that it has claimed.
      record: { type: 'string' },
    },
  })
  if (values['new-key']) return printNewKey()
  const config = readConfig()
  if (values.check !== undefined) return check(config, values.check)
  const [file, ...rest] = positionals
  const folder = values.to ?? (file === undefined ? config.backup.to : undefined)
  if (rest.length > 0 || (file === undefined) === (folder === undefined)) throw new Error(usage)
  const { publicUrl, backup } = config
  const name = archiveName({ publicUrl, at: new Date(), key: backup.key })
  const target = file ?? `${folder?.replace(/\/+$/, '')}/${name}`
  return makeBackup(config, {
    target,
    record: values.record,
    isShared: folder !== undefined || values.record !== undefined,
  })
}

/** `isShared` is for a backup in a place, where files are stored once for all archives. `record` is of the schedule. */
type Request = { target: string; record: string | undefined; isShared: boolean }

async function makeBackup(config: Config, request: Request): Promise<number> {
  const { key } = config.backup
  const { manifest, file, secrets, written, pruned } = await runBackup(config, request)
  const files = `${countOf(manifest.fileCount, 'file')} (${formatBytes(manifest.fileBytes)})`
  console.log(`${request.target}: ${formatBytes(file.bytes)}, ${countOf(manifest.rowCount, 'row')}, ${files}`)
  if (request.isShared)
    console.log(
      `Files beside it: ${written.count.toLocaleString('en-US')} new (${formatBytes(written.bytes)}), the others were there.`,
    )
  console.log(`SHA-256 ${file.sha256}`)
  console.log('It was read back, and every hash is right.')
  for (const sentence of prunedSentences(pruned)) console.log(sentence)
  if (!key && secrets.length > 0)
    console.log(
      `Warning: it contains the secrets ${secrets.join(', ')} and is not encrypted. Set BACKUP_KEY, or keep it like a password.`,
    )
  else if (!key)
    console.log('Warning: it is not encrypted. It contains buyers’ data: keep it safe, or set BACKUP_KEY.')
  console.log(
    'Secrets in environment variables, such as SESSION_SECRET, PAYOUT_KEYS and BACKUP_KEY, are not in it: store them elsewhere.',
  )
  for (const fileKey of [...manifest.missingFiles, ...manifest.damagedFiles].slice(0, 20))
    console.log(`  ${fileKey}`)
  const damage = damageText(manifest)
  if (damage) console.log(`Warning: ${damage}. ${commandLine('verify', 'files')} names the purchases.`)
  return 0
}

function prunedSentences(pruned: Pruned | undefined): Array<string> {
  if (!pruned) return []
  const { removed, kept, listsAlone } = pruned
  return [
    ...(removed > 0 ? [`Removed ${countOf(removed, 'file')} that no archive has.`] : []),
    ...(kept ? [`Warning: no file that an old archive had was removed. ${kept}`] : []),
    ...listsAlone.map(
      (list) => `Warning: ${list} has no archive. If that was removed, remove the list too: it keeps files.`,
    ),
  ]
}

/** Reads an archive and the files beside it. Of those that are damaged the next backup stores another copy. */
async function check(config: Config, target: string): Promise<number> {
  const place = await archiveAt(target, config)
  const { key } = config.backup
  const { header, manifest, list } = await readWholeArchive({ place, key, onProgress })
  const { fileCount, fileBytes, rowCount } = manifest
  const files = `${countOf(fileCount, 'file')} (${formatBytes(fileBytes)})`
  console.log(`${place.name}: the data of ${header.snapshotAt}, ${countOf(rowCount, 'row')}, ${files}`)
  const lost = list ? await checkShared({ place, key }, header, list) : 0
  if (lost === 0) console.log('Every hash is right.')
  return lost === 0 ? 0 : 1
}

async function checkShared(
  archive: { place: ArchivePlace; key: string | undefined },
  header: Header,
  list: SpooledList,
): Promise<number> {
  const reader = await sharedReader(archive, header)
  const lost = await checkFiles(list, reader, onProgress).finally(() => list.remove())
  for (const { message } of lost) console.log(message)
  if (lost.length === 0) return 0
  const isMarked = await Promise.all(lost.map(({ file }) => reader.markDamaged(file))).then(
    () => true,
    () => false,
  )
  console.log(
    isMarked
      ? 'The next backup into this place stores them again, if the instance still has them.'
      : 'They could not be marked for the next backup. Remove those objects: it stores them again, if the instance still has them.',
  )
  return lost.length
}

async function printNewKey(): Promise<number> {
  const { identity, recipient } = await newKey()
  console.log(`BACKUP_KEY=${identity}`)
  console.log('Store it outside of this machine: without it a backup cannot be read.')
  console.log(`To encrypt only, and keep the key elsewhere: BACKUP_KEY=${recipient}`)
  return 0
}

runCommand(main)

const heartbeatIntervalMs = 30_000

/** What remains of a backup. `pruned` is of one of the schedule. */
type Outcome = BackupResult & { pruned?: Pruned }

/**
 * Backs up the instance of the configuration, running or not. Records it in its database: in the row that the schedule
 * has claimed, otherwise in a new one. Throws Error with a message for the operator.
 */
async function runBackup(config: Config, { target, record, isShared }: Request): Promise<Outcome> {
  const place = await archivePlace(target, config)
  const store = await createFileStore(config)
  const { key } = config.backup
  const { connection, close } = await connectionOfInstance(config)
  const pool = openPool({ ...connection, max: 2 }, () => undefined)
  try {
    const db = createDatabase(pool)
    const { succeed, fail } = await openRecord(db, record, {
      destination: place.name,
      isEncrypted: key !== undefined,
    })
    const client = new pg.Client(connection)
    try {
      await client.connect()
      const backup = { client, store, place, dataDir: config.dataDir, key, onProgress }
      const result = isShared
        ? await backUpIntoPlace(backup, { config, isScheduled: record !== undefined })
        : await createBackup(backup)
      await succeed(result)
      return result
    } catch (error) {
      await fail(messageWithoutValues(error)).catch(() => undefined)
      throw error
    } finally {
      await client.end().catch(() => undefined)
    }
  } finally {
    await pool.end()
    await close()
  }
}

/** The row of a backup, kept alive until it ends. */
async function openRecord(
  db: Database,
  record: string | undefined,
  values: { destination: string; isEncrypted: boolean },
) {
  const now = () => systemClock.now()
  const id = record ? Number(record) : await insertBackup(db, { ...values, now: now() })
  const heartbeat = setInterval(
    () => void touchBackup(db, id, now()).catch(() => undefined),
    heartbeatIntervalMs,
  )
  return {
    async succeed({ manifest, file, written, snapshotAt }: BackupResult) {
      clearInterval(heartbeat)
      const { rowCount, fileCount } = manifest
      const archiveBytes = file.bytes + written.bytes
      const totals = { rowCount, fileCount, archiveBytes, message: damageText(manifest) }
      await finishBackup(db, { id, now: now(), snapshotAt, ...totals })
    },
    async fail(message: string) {
      clearInterval(heartbeat)
      await failBackup(db, { id, now: now(), message })
    },
  }
}

/** What the store did not have; empty when it had everything. */
function damageText({ missingFiles, damagedFiles }: BackupResult['manifest']): string {
  const parts = [
    ...(missingFiles.length > 0 ? [`${countOf(missingFiles.length, 'file')} missing in the file store`] : []),
    ...(damagedFiles.length > 0 ? [`${countOf(damagedFiles.length, 'file')} damaged in the file store`] : []),
  ]
  return parts.join(', ')
}
