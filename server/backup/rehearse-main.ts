import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { formatBytes } from '../../domain/format.ts'
import { runCommand } from '../adapters/run-command.ts'
import { usageOf } from '../config/command-line.ts'
import { type Config, readConfig } from '../config.ts'
import { migrationFolders } from '../db/migration-folders.ts'
import type { ArchivePlace } from './archive-format.ts'
import { archivePlace } from './archive-place.ts'
import { openArchiveAt } from './archive-reader.ts'
import { newestArchiveOf } from './newest-archive.ts'
import { progressPrinter } from './progress.ts'
import { defaultParent, type RehearsalSource, rehearse } from './rehearse.ts'
import { restore } from './restore.ts'

const usage = usageOf('rehearse', [
  ['', 'restores the newest backup in BACKUP_TO, verifies it and deletes the copy'],
  ['FILE', 'the same with another one; FILE may be s3://bucket/key'],
  ['FILE --in FOLDER', 'makes the copy in a folder on another disk'],
  ['FILE --key-file KEYFILE', 'reads the secret key from a file instead of BACKUP_KEY'],
])

const onProgress = progressPrinter()

/** Rehearses a restore. Exits with 1 when anything is wrong. The running instance is left alone. */
async function main(args: Array<string>): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { in: { type: 'string' }, 'key-file': { type: 'string' } },
  })
  const [file, ...rest] = positionals
  if (rest.length > 0) throw new Error(usage)
  const config = readConfig()
  const key = values['key-file'] === undefined ? config.backup.key : await readKey(values['key-file'])
  if (key?.startsWith('age1'))
    throw new Error(
      'BACKUP_KEY only encrypts (age1…). Name a file with the secret key by --key-file FILE, or set BACKUP_KEY to it for this command.',
    )
  const place = await archivePlace(file ?? (await newestArchive(config)), config)
  const isRight = await rehearse({
    source: archiveSource(place, key),
    parent: values.in ?? (await defaultParent(config.dataDir)),
    print: console.log,
    onProgress,
    signal: interruption(),
  })
  console.log(
    isRight
      ? 'The backup restores, and everything is right.'
      : 'Something is wrong with the backup. See the lines above.',
  )
  return isRight ? 0 : 1
}

/** Aborted by Ctrl+C and by `kill`. A second one ends the process at once. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => controller.abort(new Error(`The rehearsal was ended by ${signal}.`)))
  return controller.signal
}

/** The key in a file as age-keygen writes it, with comments, or alone. */
async function readKey(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new Error(`${file} cannot be read (${cause.code}).`, { cause })
  })
  const [, key] = /^(?:BACKUP_KEY=)?(AGE-SECRET-KEY-1[0-9A-Z]{58})\s*$/m.exec(text) ?? []
  if (!key) throw new Error(`${file} has no secret key. It is a line that begins with AGE-SECRET-KEY-1.`)
  return key
}

async function newestArchive(config: Config): Promise<string> {
  const { publicUrl, backup } = config
  if (!backup.to) throw new Error(`BACKUP_TO is not set. Name a backup.\n${usage}`)
  const newest = await newestArchiveOf(config)
  if (newest === undefined)
    throw new Error(
      `There is no backup of ${publicUrl} in ${backup.to}. Set PUBLIC_URL to the address it was made with, or name the backup.`,
    )
  return newest
}

/** Indexes and the log of the load, beside the database as it was. */
const databaseFactor = 1.5
const emptyDatabaseBytes = 150 * 1024 ** 2
/** Of archives that do not say how large the database is: rows are compressed. */
const databaseOfArchive = 4

function archiveSource(place: ArchivePlace, key: string | undefined): RehearsalSource {
  return {
    name: place.name,

    async neededBytes() {
      const archiveBytes = (await place.objects().sizeOf(basename(place.name))) ?? 0
      const archive = await openArchiveAt({ place, key, onProgress })
      await archive.close()
      const { databaseBytes = archiveBytes * databaseOfArchive, fileBytes = archiveBytes } = archive.header
      return Math.ceil(emptyDatabaseBytes + databaseFactor * databaseBytes + fileBytes)
    },

    async restore({ connection, store, dataDir }) {
      const { header, manifest, rowCounts, lostFiles } = await restore({
        connection,
        store,
        dataDir,
        place,
        key,
        onProgress,
        folders: migrationFolders(),
        storeContents: 'must-be-empty',
        skipDamaged: true,
      })
      const { rowCount, fileCount, fileBytes } = manifest
      const files = `${fileCount.toLocaleString('en-US')} files (${formatBytes(fileBytes)})`
      return {
        summary: `Restored the data of ${header.snapshotAt}: ${rowCount.toLocaleString('en-US')} rows, ${files}`,
        rowCounts,
        lost: lostFiles,
      }
    },
  }
}

runCommand(main)
