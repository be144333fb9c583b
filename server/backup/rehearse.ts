import { access, constants, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type pg from 'pg'
import { countOf, formatBytes } from '../../domain/format.ts'
import { createDiskFileStore } from '../adapters/disk/file-store.ts'
import { type Postgres, startPostgres } from '../adapters/postgres/start.ts'
import type { Config } from '../config.ts'
import { reserveOf } from '../features/site/storage/free-space.ts'
import type { FileStore } from '../ports/file-store.ts'
import { verifyFiles } from '../verify/file-checks.ts'
import { type Finding, formatFinding, verifyLedger } from '../verify/run-checks.ts'
import { withClient } from './load-database.ts'

/** What a rehearsal restores. */
export type RehearsalSource = {
  kind: 'backup' | 'replica'
  name: string
  /** About how many bytes a restored copy takes. */
  neededBytes(): Promise<number>
  /**
   * Makes the copy. Rejects soon after the signal, when nothing of its own runs any more. Throws Error with a message for
   * the operator.
   */
  restore(target: RehearsalTarget): Promise<Restored>
}

export type RehearsalTarget = {
  /** An empty folder. */
  dataDir: string
  store: FileStore
  /** Starts the database in the folder, an empty one where there is none. The rehearsal stops it. */
  startDatabase(): Promise<pg.PoolConfig>
  signal: AbortSignal
}

export type Restored = {
  connection: pg.PoolConfig
  /** Where the files are; undefined where they are not restored. */
  store: FileStore | undefined
  /** What was restored, as a sentence. */
  summary: string
  /** How many rows the source has in each table, by its quoted name; undefined where it does not say. */
  rowCounts: Map<string, number> | undefined
  /** Sentences about what could not be restored. */
  lost: Array<string>
}

export type Rehearsal = {
  source: RehearsalSource
  /** The folder in which the copy is made and deleted. */
  parent: string
  /** The data of the running instance, whose disk keeps a reserve, and the reserve in the settings. */
  instance: Pick<Config, 'dataDir' | 'freeSpaceReserveBytes'>
  print: (line: string) => void
  onProgress: (text: string) => void
  /** Ends the rehearsal early. */
  signal: AbortSignal
}

const folderPrefix = 'tipdrop-rehearsal-'

/**
 * Where a rehearsal is made unless another folder is named, on the disk of DATA_DIR: beside it, or in it where this user
 * may not write beside it.
 */
export async function defaultParent(dataDir: string): Promise<string> {
  const beside = dirname(resolve(dataDir))
  const mayWrite = (folder: string) =>
    access(folder, constants.W_OK).then(
      () => true,
      () => false,
    )
  return !(await mayWrite(beside)) && (await mayWrite(dataDir)) ? resolve(dataDir) : beside
}

/**
 * Restores a source into a new folder with a database of its own, verifies books and files, and deletes it, whatever
 * happens. Returns whether everything is right. Throws Error with a message for the operator.
 */
export async function rehearse(rehearsal: Rehearsal): Promise<boolean> {
  const { source, parent, print, signal } = rehearsal
  const steps = stepPrinter(print)
  for (const left of await leftovers(parent))
    print(`${left} is of a rehearsal that was killed, if no other one is running. Delete it.`)
  print(`Rehearsing with ${source.name}`)
  await requireSpace(rehearsal, steps)
  const dataDir = join(parent, `${folderPrefix}${process.pid}-${Date.now().toString(36)}`)
  await requireWritable(dataDir)
  let postgres: Postgres | undefined
  const startDatabase = async () => {
    postgres = await startPostgres({ dataDir, log: silent, durability: 'none' })
    steps.done('Started a database for it')
    return postgres.connection
  }
  const store = createDiskFileStore(join(dataDir, 'files'))
  try {
    const restored = await source.restore({ dataDir, store, startDatabase, signal })
    steps.done(restored.summary)
    return await untilAborted(signal, verify(rehearsal, restored, steps))
  } finally {
    // After a signal, what still runs fails as its database ends.
    await postgres?.stop().catch(() => undefined)
    await deleteFolder(dataDir)
    steps.done(`Deleted ${dataDir}`)
    steps.total()
  }
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** What work resolves to. Rejects with the reason of the signal when that comes first, and leaves the work alone. */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}

type Steps = ReturnType<typeof stepPrinter>

/** Prints a line for each step with its seconds, and the total. */
function stepPrinter(print: (line: string) => void) {
  const startedAt = performance.now()
  let last = startedAt
  const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1).padStart(8)} s  `
  return {
    done(text: string): void {
      print(`${seconds(last)}${text}`)
      last = performance.now()
    },
    total: () => print(`${seconds(startedAt)}in all`),
  }
}

/** How much more than its estimate a copy may take. */
const spaceMargin = 1.1

async function requireSpace({ source, parent, instance }: Rehearsal, steps: Steps): Promise<void> {
  const needed = Math.ceil((await source.neededBytes()) * spaceMargin)
  const { bavail, blocks, bsize } = await statfs(parent).catch(() => {
    throw new Error(`There is no folder ${parent}. Name another one with --in FOLDER.`)
  })
  const free = bavail * bsize
  const reserve = (await isOnSameDisk(parent, instance.dataDir))
    ? reserveOf(instance.freeSpaceReserveBytes, blocks * bsize)
    : 0
  const kept = reserve === 0 ? '' : `, of which ${formatBytes(reserve)} are kept for the running instance`
  const sizes = `about ${formatBytes(needed)} of the ${formatBytes(free)} that are free in ${parent}${kept}`
  if (needed > free - reserve)
    throw new Error(`The copy needs ${sizes}. Make room, or name a folder on another disk with --in FOLDER.`)
  steps.done(`Space: the copy takes ${sizes}`)
}

/** Data that are not there fill no disk. */
async function isOnSameDisk(folder: string, dataDir: string): Promise<boolean> {
  const of = await stat(dataDir).catch(() => undefined)
  return of !== undefined && (await stat(folder)).dev === of.dev
}

async function requireWritable(dataDir: string): Promise<void> {
  // PostgreSQL runs as another user when this one is root, and must enter the folder.
  await mkdir(dataDir, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 }).catch((cause) => {
    throw new Error(
      `No folder can be made in ${dirname(dataDir)} (${cause.code}). Name another one with --in FOLDER.`,
      { cause },
    )
  })
}

async function leftovers(parent: string): Promise<Array<string>> {
  const names = await readdir(parent).catch(() => [])
  return names.filter((name) => name.startsWith(folderPrefix)).map((name) => join(parent, name))
}

async function verify(
  { print, onProgress }: Rehearsal,
  { connection, store, rowCounts, lost }: Restored,
  steps: Steps,
): Promise<boolean> {
  for (const sentence of lost) print(`WRONG  ${sentence}`)
  return withClient(connection, async (client) => {
    const onFinding = (finding: Finding) => {
      if (finding.differences.length > 0) print(formatFinding(finding))
    }
    const differing = await compareRows(client, rowCounts ?? new Map())
    for (const sentence of differing) print(`WRONG  ${sentence}`)
    const rows = differing.length === 0 ? 'every row is there' : 'rows are missing'
    steps.done(`${await salesText(client)}${rowCounts ? `, ${rows}` : ''}`)
    const ledger = await verifyLedger(client, {
      onFinding,
      onProgress: (text) => onProgress(`Ledger: ${text}`),
    })
    steps.done(ledger.length === 0 ? 'Every cent is accounted for' : 'The ledger does not add up')
    const files =
      store &&
      (await verifyFiles(client, store, {
        onFinding,
        onProgress: (text) => onProgress(`Files: ${text}`),
      }))
    steps.done(filesText(files?.findings))
    return [lost, differing, ledger, files?.findings ?? []].every(({ length }) => length === 0)
  })
}

function filesText(findings: ReadonlyArray<Finding> | undefined): string {
  if (!findings) return 'The files are in the object store, which was left alone'
  return findings.length === 0 ? 'Every file is complete' : 'Files are missing or damaged'
}

/** A restore deletes unfinished uploads. Newer migrations may add rows, so only fewer are wrong. */
async function compareRows(client: pg.ClientBase, rowCounts: Map<string, number>): Promise<Array<string>> {
  const differing: Array<string> = []
  for (const [table, expected] of rowCounts) {
    if (table === '"public"."uploads"') continue
    const { rows } = await client.query<{ count: string }>(`select count(*)::text as count from ${table}`)
    const count = Number(rows[0]?.count)
    if (count < expected)
      differing.push(`${table} has ${countOf(count, 'row')}, and ${expected} in the backup.`)
  }
  return differing
}

async function salesText(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ count: string; last: Date | null }>(
    'select count(*)::text as count, max(paid_at) as last from purchases',
  )
  const [{ count, last } = { count: '0', last: null }] = rows
  const newest = last ? `, the last of ${last.toISOString().slice(0, 19).replace('T', ' ')} UTC` : ''
  return `${countOf(Number(count), 'purchase')}${newest}`
}

/** Files may still be written while a rehearsal that was interrupted ends. */
async function deleteFolder(folder: string): Promise<void> {
  for (let attempt = 1; attempt <= 3; attempt++)
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
