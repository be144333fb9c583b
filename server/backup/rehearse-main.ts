import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { runCommand } from '../adapters/run-command.ts'
import { usageOf } from '../config/command-line.ts'
import { type Config, readConfig } from '../config.ts'
import { archivePlace } from './archive-place.ts'
import { newestArchiveOf } from './newest-archive.ts'
import { progressPrinter } from './progress.ts'
import { archiveSource, replicaSource } from './rehearsal-sources.ts'
import { defaultParent, type RehearsalSource, rehearse } from './rehearse.ts'
import { findReplica } from './replica/restore-command.ts'

const usage = usageOf('rehearse', [
  [
    '',
    'restores the newest backup in BACKUP_TO, or else the replica in REPLICATE_TO, verifies it and deletes the copy',
  ],
  ['SOURCE', 'the same with another backup or a replica; SOURCE may be s3://bucket/key'],
  ['SOURCE --in FOLDER', 'makes the copy in a folder on another disk'],
  ['SOURCE --key-file KEYFILE', 'reads the secret key from a file instead of BACKUP_KEY'],
])

const onProgress = progressPrinter()

/** Rehearses a restore. Exits with 1 when anything is wrong. The running instance is left alone. */
async function main(args: Array<string>): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { in: { type: 'string' }, 'key-file': { type: 'string' } },
  })
  const [named, ...rest] = positionals
  if (rest.length > 0) throw new Error(usage)
  const config = readConfig()
  const key = values['key-file'] === undefined ? config.backup.key : await readKey(values['key-file'])
  if (key?.startsWith('age1'))
    throw new Error(
      'BACKUP_KEY only encrypts (age1…). Name a file with the secret key by --key-file FILE, or set BACKUP_KEY to it for this command.',
    )
  const source = await findSource(named ?? (await defaultSource(config)), config, key)
  const isRight = await rehearse({
    source,
    parent: values.in ?? (await defaultParent(config.dataDir)),
    instance: config,
    print: console.log,
    onProgress,
    signal: interruption(),
  })
  console.log(
    isRight
      ? `The ${source.kind} restores, and everything is right.`
      : `Something is wrong with the ${source.kind}. See the lines above.`,
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

async function defaultSource(config: Config): Promise<string> {
  const { publicUrl, backup, replica } = config
  if (!backup.to && !replica)
    throw new Error(`Neither BACKUP_TO nor REPLICATE_TO is set. Name a backup or a replica.\n${usage}`)
  const newest = await newestArchiveOf(config)
  const found = newest ?? replica?.to
  if (found === undefined)
    throw new Error(
      `There is no backup of ${publicUrl} in ${backup.to}. Set PUBLIC_URL to the address it was made with, or name the backup.`,
    )
  return found
}

async function findSource(name: string, config: Config, key: string | undefined): Promise<RehearsalSource> {
  const place = await findReplica(name, config)
  return place
    ? replicaSource({ replica: { place, key }, hasFiles: !config.s3, onProgress })
    : archiveSource({ place: await archivePlace(name, config), key, onProgress })
}

// Its copy and its database end with it.
runCommand(main, { endsItself: true })
