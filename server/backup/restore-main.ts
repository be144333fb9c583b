import { parseArgs } from 'node:util'
import { productName } from '../../contract/site.ts'
import { countOf, formatBytes } from '../../domain/format.ts'
import { runCommand } from '../adapters/run-command.ts'
import { usageOf } from '../config/command-line.ts'
import { type Config, readConfig } from '../config.ts'
import { createFileStore } from '../create-services.ts'
import { migrationFolders } from '../db/migration-folders.ts'
import { archivePlace } from './archive-place.ts'
import { openTargetDatabase } from './load-database.ts'
import { progressPrinter } from './progress.ts'
import { findReplica, parseToTime, runReplicaRestore } from './replica/restore-command.ts'
import { type RestoreResult, restore, verifyCopy } from './restore.ts'

const usage = usageOf('restore', [
  ['FILE', 'restores a backup into an empty instance; FILE may be s3://bucket/key'],
  ['FILE --keep-files', 'the same, when the file store still has the files'],
  ['FILE --skip-damaged', 'the same without the files of the backup that are missing or damaged'],
  ['PLACE', 'restores a replica; PLACE is what REPLICATE_TO was'],
  ['PLACE --to-time TIME', 'the same as it was at a time, such as 2026-11-27T12:00:00Z'],
])

const onProgress = progressPrinter()

/** Restores a backup, then verifies books and files. Exits with 1 and a sentence when it fails or they differ. */
async function main(args: Array<string>): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'keep-files': { type: 'boolean' },
      'skip-damaged': { type: 'boolean' },
      'to-time': { type: 'string' },
    },
  })
  const [source, ...rest] = positionals
  if (source === undefined || rest.length > 0) throw new Error(usage)
  const toTime = values['to-time'] === undefined ? undefined : parseToTime(values['to-time'])
  const config = readConfig()
  const replica = await findReplica(source, config)
  if (replica && (values['keep-files'] || values['skip-damaged']))
    throw new Error(
      `--keep-files and --skip-damaged are for backups, and ${source} is a replica. Its damaged files are left out and named.`,
    )
  if (replica) return runReplicaRestore({ place: replica, config, toTime, onProgress })
  if (toTime) throw new Error(`--to-time is for a replica, and ${source} is none.`)
  const place = await archivePlace(source, config)
  const store = await createFileStore(config)
  const database = await openTargetDatabase(config)
  try {
    const result = await restore({
      connection: database.connection,
      store,
      place,
      onProgress,
      dataDir: config.dataDir,
      key: config.backup.key,
      folders: migrationFolders(),
      storeContents: values['keep-files'] ? 'may-have-files' : 'must-be-empty',
      skipDamaged: values['skip-damaged'] ?? false,
    })
    printResult(result, config)
    const isRight = await verifyCopy({ connection: database.connection, store }, onProgress)
    return isRight && result.lostFiles.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

function printResult(result: RestoreResult, config: Config): void {
  const { header, manifest, skippedTables, presentFiles, lostFiles } = result
  const { rowCount, fileCount, fileBytes } = manifest
  console.log(
    `Restored the data of ${header.snapshotAt}: ${countOf(rowCount, 'row')}, ${countOf(fileCount, 'file')} (${formatBytes(fileBytes)}).`,
  )
  if (presentFiles > 0) console.log(`Files that were already there: ${presentFiles.toLocaleString('en-US')}.`)
  for (const sentence of lostFiles) console.log(`Left out: ${sentence}`)
  for (const name of skippedTables) console.log(`Left out: ${name} is not a table of ${productName}.`)
  if (header.currency !== config.currency) console.log(`Set CURRENCY=${header.currency} before you start it.`)
  if (header.mode === 'live' && !config.stripe)
    console.log('It accepts real cards: set PAYMENT_PROVIDER=stripe and Stripe’s keys before you start it.')
}

runCommand(main)
