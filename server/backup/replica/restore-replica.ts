import { chown, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { extract } from 'tar-stream'
import { fsyncDirectory } from '../../adapters/atomic-write.ts'
import { bundledMajor } from '../../adapters/postgres/binaries.ts'
import type { OsUser } from '../../adapters/postgres/os-user.ts'
import { resolveOsUser } from '../../adapters/postgres/os-user.ts'
import { lockDataDir } from '../../adapters/postgres/running-cluster.ts'
import { startPostgres } from '../../adapters/postgres/start.ts'
import { migrate } from '../../db/migrate.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { ArchiveError } from '../archive-format.ts'
import { withClient } from '../load-database.ts'
import { afterLoadSql, restoreSecret, storeFile } from '../restore.ts'
import { type Base, readBases } from './base-backup.ts'
import { forgetPlace } from './place-identity.ts'
import { filesFolder, listNames, removedFolder, secretsFolder } from './replica-files.ts'
import { MissingObjectError, openObject, type Replica, readObject } from './replica-object.ts'
import { listWal } from './wal-list.ts'
import { contiguousRanges, segmentBytes, segmentFileName, segmentStart, type WalRange } from './wal-ranges.ts'

export type ReplicaRestoreOptions = {
  replica: Replica
  /** A folder without a database; it is created when it is missing. */
  dataDir: string
  /** Where files go; undefined where they are in an object store, which a replica leaves alone. */
  store: FileStore | undefined
  /** The last moment that is wanted; undefined for everything that the replica has. */
  toTime: Date | undefined
  onProgress: (text: string) => void
  /** Ends it early, except while the log is applied. */
  signal?: AbortSignal
}

export type ReplicaRestoreResult = {
  /** When the last change that was restored was made; undefined when the replica has none after its copy. */
  restoredTo: Date | undefined
  /** The replica ends before the wanted time, so everything in it was restored. */
  endsBefore: boolean
  fileCount: number
  secretCount: number
  /** Sentences about the files that are missing or damaged in the place. */
  lost: Array<string>
}

/** Where the database is until it is complete. A restore that was cut off leaves it, and the next one begins anew. */
const unfinishedFolder = 'restoring'
const walFolderName = 'restored_wal'

/**
 * Restores a replica into a data folder without a database: its newest copy before the time, and the log after it. A
 * restore that is cut off leaves no database. Throws Error with a message for the operator.
 */
export async function restoreReplica(options: ReplicaRestoreOptions): Promise<ReplicaRestoreResult> {
  const { dataDir } = options
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  if (await stat(join(dataDir, 'postgres')).catch(() => undefined))
    throw new Error(
      `${dataDir} has a database. A restore overwrites nothing: set DATA_DIR to an empty folder, or move the database away.`,
    )
  const unlock = lockDataDir(dataDir)
  const unfinished = join(dataDir, unfinishedFolder)
  try {
    await rm(unfinished, { recursive: true, force: true })
    const { base } = await chooseBase(options)
    const account = await resolveOsUser(join(unfinished, 'postgres'))
    await mkdir(unfinished, { mode: account ? 0o711 : 0o700 })
    const cluster = join(unfinished, 'postgres')
    await unpackBase(options, base, cluster, account)
    await fetchWal(options, base, { cluster, account })
    const recovered = await recover(options, unfinished)
    const counts = await restoreFiles(options)
    await forgetPlace(dataDir)
    await rename(cluster, join(dataDir, 'postgres'))
    await fsyncDirectory(dataDir)
    return { ...recovered, ...counts }
  } finally {
    await rm(unfinished, { recursive: true, force: true })
    unlock()
  }
}

/** About how many bytes the newest restore takes: the copy, the log after it in whole segments, and the files. */
export async function neededBytesOf(replica: Replica): Promise<number> {
  const { base, ranges } = await chooseBase({ replica, toTime: undefined })
  const segments = new Set(ranges.map(({ start }) => segmentStart(start))).size
  let fileBytes = 0
  for await (const { bytes } of replica.place.list(filesFolder)) fileBytes += bytes
  return base.bytes + segments * segmentBytes + fileBytes
}

/** Brings the schema of a restored replica to that of this version. */
export async function migrateReplica(connection: pg.PoolConfig): Promise<void> {
  const pool = new pg.Pool(connection)
  try {
    const { rows } = await pool.query<{ table: string | null }>(
      "select to_regclass('drizzle.sandbox_migrations')::text as table",
    )
    await migrate(pool, { provider: rows[0]?.table ? 'sandbox' : 'stripe' })
  } finally {
    await pool.end()
  }
}

type Range = WalRange & { name: string }

/** The newest copy that was complete at the wanted time, and the log after it. */
async function chooseBase({
  replica,
  toTime,
}: Pick<ReplicaRestoreOptions, 'replica' | 'toTime'>): Promise<{ base: Base; ranges: Array<Range> }> {
  const bases = await readBases(replica)
  const { name } = replica.place
  const [first] = bases
  if (!first) throw new ArchiveError(`${name} has no complete copy of a database yet.`)
  const own = await bundledMajor()
  if (first.postgresMajor !== own)
    throw new ArchiveError(
      `The replica is of PostgreSQL ${first.postgresMajor}, and this release has PostgreSQL ${own}: use the release that made it.`,
    )
  const candidates = bases.filter(({ finishedAt }) => !toTime || new Date(finishedAt) <= toTime)
  if (candidates.length === 0)
    throw new ArchiveError(`The replica begins at ${first.finishedAt}. Choose that time or a later one.`)
  for (const base of candidates.toReversed()) {
    const from = segmentStart(base.start)
    const ranges = contiguousRanges(await listWal(replica, base.timeline, from), from)
    if ((ranges.at(-1)?.end ?? 0) >= base.stop) return { base, ranges }
  }
  throw new ArchiveError(`${name} lacks a part of the log that its copies need.`)
}

async function unpackBase(
  { replica, onProgress, signal }: ReplicaRestoreOptions,
  { archive, names, bytes }: Base & { names?: Array<string> },
  cluster: string,
  account: OsUser,
): Promise<void> {
  const object = names?.find((name) => name.startsWith(`${archive}.tar`))
  if (!object) throw new ArchiveError(`${replica.place.name} has no ${archive}.tar.`)
  const own = async (path: string) => {
    if (account) await chown(path, account.uid, account.gid)
  }
  await mkdir(cluster, { mode: 0o700 })
  await own(cluster)
  const tar = extract()
  const source = pipeline(Readable.from(await openObject(replica, object), { objectMode: false }), tar)
  source.catch(() => undefined)
  let done = 0
  for await (const entry of tar) {
    signal?.throwIfAborted()
    const { name, type, size = 0 } = entry.header
    if (name.startsWith('/') || name.split('/').includes('..'))
      throw new ArchiveError(`${object} has the path ${name}, which is not below the database.`)
    const path = join(cluster, name)
    if (type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 })
      entry.resume()
    } else {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const handle = await open(path, 'wx', 0o600)
      try {
        for await (const chunk of entry as AsyncIterable<Buffer>) await handle.writeFile(chunk)
      } finally {
        await handle.close()
      }
    }
    await own(path)
    done += size
    onProgress(`Database: ${Math.floor((done / Math.max(bytes, done, 1)) * 100)}% of its copy`)
  }
  await source
}

type Segments = { cluster: string; account: OsUser }

/** Lists of the log that are read, while an instance goes on and merges what was listed. */
const maxLists = 10

/** Writes the log as the files that PostgreSQL asks for. Where the last one ends early, it has zeros. */
async function fetchWal(
  { replica, onProgress, signal }: ReplicaRestoreOptions,
  { timeline, start, stop }: Base,
  { cluster, account }: Segments,
): Promise<void> {
  const folder = join(cluster, walFolderName)
  await mkdir(folder, { mode: 0o700 })
  if (account) await chown(folder, account.uid, account.gid)
  let reached = segmentStart(start)
  for (let list = 1; list <= maxLists; list++) {
    const ranges = contiguousRanges(await listWal(replica, timeline, segmentStart(reached)), reached)
    const before = reached
    for (const [index, range] of ranges.entries()) {
      signal?.throwIfAborted()
      const bytes = await readRange(replica, range)
      // It was merged into its segment since.
      if (!bytes) break
      await writeRange(folder, timeline, { range, bytes, account })
      reached = range.end
      onProgress(`Log: ${index + 1} of ${ranges.length} parts`)
    }
    if (reached === before) break
  }
  if (reached < stop)
    throw new ArchiveError(`${replica.place.name} lacks a part of the log that its copy needs.`)
}

async function readRange(replica: Replica, { start, end, name }: Range): Promise<Buffer | undefined> {
  const bytes = await readObject(replica, name).catch((error: unknown) => {
    if (error instanceof MissingObjectError) return undefined
    throw error
  })
  if (bytes && bytes.length !== end - start)
    throw new ArchiveError(`${name} has ${bytes.length} bytes and should have ${end - start}.`)
  return bytes
}

async function writeRange(
  folder: string,
  timeline: number,
  { range, bytes, account }: { range: WalRange; bytes: Buffer; account: OsUser },
): Promise<void> {
  const segment = segmentStart(range.start)
  const path = join(folder, segmentFileName(timeline, segment))
  const handle = await open(path, (await stat(path).catch(() => undefined)) ? 'r+' : 'wx', 0o600)
  try {
    for (let at = 0; at < bytes.length; )
      at += (await handle.write(bytes, at, bytes.length - at, range.start - segment + at)).bytesWritten
    await handle.truncate(segmentBytes)
  } finally {
    await handle.close()
  }
  if (account) await chown(path, account.uid, account.gid)
}

const endedEarly = 'recovery ended before configured recovery target'

/** Lets PostgreSQL apply the log to the copy, and makes it a database of its own. */
async function recover({ toTime, onProgress }: ReplicaRestoreOptions, unfinished: string) {
  onProgress('Database: applying the log')
  const cluster = join(unfinished, 'postgres')
  await writeFile(join(cluster, 'recovery.signal'), '')
  const settings = {
    restore_command: `cp ${walFolderName}/%f "%p"`,
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    // No one connects before it is complete.
    hot_standby: 'off',
  }
  const start = (more: Record<string, string>) =>
    startPostgres({ dataDir: unfinished, log: silent, settings: { ...settings, ...more } })
  let endsBefore = false
  const postgres = await (toTime
    ? start({ recovery_target_time: toTime.toISOString().replace('Z', '+00') }).catch((error: unknown) => {
        if (!String(error).includes(endedEarly)) throw error
        endsBefore = true
        return start({})
      })
    : start({}))
  try {
    const restoredTo = await withClient(postgres.connection, async (client) => {
      const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
      await client.query(afterLoadSql)
      return rows[0]?.at ?? undefined
    })
    return { restoredTo, endsBefore }
  } finally {
    await postgres.stop()
    await rm(join(cluster, walFolderName), { recursive: true, force: true })
  }
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Copies files and secrets. A file that was removed from the store after the wanted time is wanted. */
async function restoreFiles(options: ReplicaRestoreOptions) {
  const { replica, store, dataDir, toTime, onProgress, signal } = options
  const secrets = await listNames(replica, secretsFolder)
  for (const [secret, { name }] of secrets)
    await restoreSecret(dataDir, secret, await readObject(replica, name))
  const counts = { fileCount: 0, secretCount: secrets.size }
  const lost: Array<string> = []
  if (!store) return { ...counts, lost }
  const removed = await listNames(replica, removedFolder)
  const files = await listNames(replica, filesFolder)
  for (const [key, { name }] of files) {
    signal?.throwIfAborted()
    const removedAt = removed.get(key)?.lastModified
    if (removedAt && !(toTime && removedAt > toTime)) continue
    try {
      await storeFile(store, key, async () => openObject(replica, name))
      counts.fileCount++
    } catch (error) {
      // One bad file keeps no one from the rest.
      if (!(error instanceof ArchiveError)) throw error
      lost.push(error.message)
    }
    onProgress(`Files: ${counts.fileCount.toLocaleString('en-US')} of ${files.size.toLocaleString('en-US')}`)
  }
  return { ...counts, lost }
}
