import { once } from 'node:events'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Pack, pack } from 'tar-stream'
import { z } from 'zod'
import { ignoreNotFound } from '../../adapters/disk/io.ts'
import { parseLsn } from './protocol.ts'
import { openObject, putObject, putObjectStream, type Replica, suffix } from './replica-object.ts'
import { listWal } from './wal-list.ts'
import { contiguousRanges, segmentStart } from './wal-ranges.ts'

const baseFolder = 'base/'

/** A copy of the database's folder, and which log makes it whole. */
export const Base = z.object({
  format: z.literal('tipdrop-base'),
  formatVersion: z.literal(1),
  /** The object with the copy, without its end. */
  archive: z.string(),
  timeline: z.number().int(),
  /** The positions of the log from which, and up to which at least, it is needed. */
  start: z.number().int(),
  stop: z.number().int(),
  startedAt: z.iso.datetime(),
  /** A restore may end at this time or later. */
  finishedAt: z.iso.datetime(),
  postgresMajor: z.number().int(),
  bytes: z.number().int(),
})
export type Base = z.infer<typeof Base>

/** The complete copies of a replica, the oldest first, with the names of their objects. */
export async function readBases(replica: Replica): Promise<Array<Base & { names: Array<string> }>> {
  const names: Array<string> = []
  for await (const { name } of replica.place.list(baseFolder)) names.push(name)
  const bases = []
  for (const name of names.filter(isDescription)) {
    const chunks: Array<Buffer> = []
    for await (const chunk of await openObject(replica, name)) chunks.push(chunk)
    const base = Base.parse(JSON.parse(Buffer.concat(chunks).toString()))
    bases.push({ ...base, names: names.filter((one) => one.startsWith(`${base.archive}.`)) })
  }
  return bases.toSorted((a, b) => Date.parse(a.finishedAt) - Date.parse(b.finishedAt))
}

/** The objects of copies that were cut off: those that no description names. None is being made meanwhile. */
export async function cutOffBases(replica: Replica, bases: ReadonlyArray<{ names: Array<string> }>) {
  const known = new Set(bases.flatMap(({ names }) => names))
  const cutOff: Array<string> = []
  for await (const { name } of replica.place.list(baseFolder)) if (!known.has(name)) cutOff.push(name)
  return cutOff
}

/** When the newest complete copy of a replica was finished; undefined while there is none. Needs no key. */
export async function newestBaseAt(place: Replica['place']): Promise<Date | undefined> {
  let newest: Date | undefined
  for await (const { name, lastModified } of place.list(baseFolder))
    if (isDescription(name) && (!newest || lastModified > newest)) newest = lastModified
  return newest
}

function isDescription(name: string): boolean {
  return /\.json\.zst(\.age)?$/.test(name)
}

type BaseOptions = {
  connection: pg.ClientConfig
  /** The database's folder. */
  cluster: string
  replica: Replica
  timeline: number
  /** Resolves when the place has the log up to a position. Rejects when it never will. */
  untilStored(position: number): Promise<void>
  signal: AbortSignal
}

/**
 * Copies the database's folder while it is in use. The copy counts when its description is stored, which is after the log
 * that it needs.
 */
export async function makeBase(options: BaseOptions): Promise<Base> {
  const { connection, replica, timeline, untilStored } = options
  const startedAt = new Date()
  const archive = `${baseFolder}${startedAt.toISOString().replaceAll(/[:.]/g, '')}`
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { lsn: startLsn, major } = await one<{ lsn: string; major: number }>(
      client,
      `select pg_backup_start('${archive}', true)::text as lsn,
         current_setting('server_version_num')::int / 10000 as major`,
    )
    const { start, bytes, stopLsn } = await copyFolder(options, client, archive, startLsn)
    await untilStored(parseLsn(stopLsn))
    await requireLog(replica, timeline, { start, stop: parseLsn(stopLsn) })
    const base: Base = {
      format: 'tipdrop-base',
      formatVersion: 1,
      archive,
      timeline,
      start,
      stop: parseLsn(stopLsn),
      startedAt: startedAt.toISOString(),
      finishedAt: new Date().toISOString(),
      postgresMajor: major,
      bytes,
    }
    // It has positions and times only, and is read where BACKUP_KEY only encrypts.
    const description = Buffer.from(JSON.stringify(base, null, 1))
    await putObject({ ...replica, key: undefined }, `${archive}.json`, description)
    return base
  } catch (error) {
    await replica.place.remove([`${archive}.tar${suffix(replica.key)}`]).catch(() => undefined)
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Throws where the place lacks a part of the log that makes a copy whole. */
async function requireLog(
  replica: Replica,
  timeline: number,
  { start, stop }: { start: number; stop: number },
): Promise<void> {
  const from = segmentStart(start)
  const end = contiguousRanges(await listWal(replica, timeline, from), from).at(-1)?.end ?? 0
  if (end < stop) throw new Error(`${replica.place.name} lacks a part of the log of a new copy.`)
}

async function copyFolder(
  { cluster, replica, signal }: BaseOptions,
  client: pg.Client,
  archive: string,
  startLsn: string,
) {
  const entries = await listCluster(cluster)
  const bytes = entries.reduce((sum, { size }) => sum + size, 0)
  const tar = pack()
  // The stream of the library cannot be piped to one of Node.
  const source = Readable.from(tar, { objectMode: false })
  const stored = putObjectStream(replica, `${archive}.tar`, source, bytes)
  // Whichever fails first is thrown; the other must not end the thread.
  stored.catch(() => tar.destroy())
  const packed = (async () => {
    for (const entry of entries) {
      signal.throwIfAborted()
      await packEntry(tar, cluster, entry)
    }
    const { lsn, label } = await one<{ lsn: string; label: string }>(
      client,
      'select lsn::text, labelfile as label from pg_backup_stop(wait_for_archive => false)',
    )
    await packBytes(tar, 'backup_label', Buffer.from(label))
    tar.finalize()
    return lsn
  })().catch((error) => {
    tar.destroy(error)
    throw error
  })
  const [stopLsn] = await Promise.all([packed, stored])
  return { start: parseLsn(startLsn), bytes, stopLsn }
}

type ClusterEntry = { path: string; kind: 'file' | 'directory'; size: number }

/** What a copy is without, as PostgreSQL's documentation of backups has it: these folders are copied empty. */
const emptyFolders = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]
/** The slots and the settings of the instance's own replication begin anew after a restore. */
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label|tablespace_map|current_logfiles|postgresql\.auto\.conf(\.tmp)?|pgsql_tmp.*|pg_internal\.init.*)$/
const controlFile = 'global/pg_control'

/** The files of a cluster. That which says where recovery begins is the last. */
async function listCluster(cluster: string, folder = ''): Promise<Array<ClusterEntry>> {
  const entries: Array<ClusterEntry> = []
  for (const entry of (await readdir(join(cluster, folder), { withFileTypes: true }).catch(ignoreNotFound)) ??
    []) {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (leftOut.test(entry.name)) continue
    if (entry.isDirectory()) {
      entries.push({ path, kind: 'directory', size: 0 })
      if (!emptyFolders.includes(path)) entries.push(...(await listCluster(cluster, path)))
    } else if (entry.isFile()) {
      const found = await stat(join(cluster, path)).catch(ignoreNotFound)
      if (found) entries.push({ path, kind: 'file', size: found.size })
    }
  }
  return folder
    ? entries
    : entries.toSorted((a, b) => Number(a.path === controlFile) - Number(b.path === controlFile))
}

async function packEntry(tar: Pack, cluster: string, { path, kind }: ClusterEntry): Promise<void> {
  if (kind === 'directory') {
    await new Promise<void>((resolve, reject) => {
      tar.entry({ name: path, type: 'directory', mode: 0o700 }, (error) =>
        error ? reject(error) : resolve(),
      )
    })
    return
  }
  const handle = await open(join(cluster, path), 'r').catch(ignoreNotFound)
  // A file that was deleted since is deleted again by the log.
  if (!handle) return
  try {
    if (path === controlFile) return await packBytes(tar, path, await readWhole(handle))
    const { size } = await handle.stat()
    const packed = Promise.withResolvers<void>()
    const entry = tar.entry({ name: path, size, mode: 0o600 }, (error) =>
      error ? packed.reject(error) : packed.resolve(),
    )
    for await (const block of exactly(handle, size))
      if (!entry.write(block)) await Promise.race([once(entry, 'drain'), packed.promise])
    entry.end(Buffer.alloc(0))
    await packed.promise
  } finally {
    await handle.close()
  }
}

/** The control file, which the log does not write again: until two reads are the same, none was made during a write. */
async function readWhole(handle: Awaited<ReturnType<typeof open>>): Promise<Buffer> {
  for (let before: Buffer | undefined; ; ) {
    const { size } = await handle.stat()
    const bytes = Buffer.alloc(size)
    await handle.read(bytes, 0, size, 0)
    if (before?.equals(bytes)) return bytes
    before = bytes
  }
}

const blockBytes = 256 * 1024

/** The first `size` bytes of a file that may grow or shrink meanwhile. The log writes again what changes. */
async function* exactly(handle: Awaited<ReturnType<typeof open>>, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const block = Buffer.alloc(Math.min(blockBytes, size - at))
    const { bytesRead } = await handle.read(block, 0, block.length, at)
    yield bytesRead === 0 ? block : block.subarray(0, bytesRead)
    at += bytesRead === 0 ? block.length : bytesRead
  }
}

function packBytes(tar: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry({ name, size: bytes.length, mode: 0o600 }, bytes, (error) =>
      error ? reject(error) : resolve(),
    )
  })
}

async function one<Row extends object>(client: pg.Client, sql: string): Promise<Row> {
  const { rows } = await client.query<Row>(sql)
  const [row] = rows
  if (!row) throw new Error('The database gave no answer')
  return row
}

/** Resolves when `isReached` says so, looking often. */
export async function until(isReached: () => boolean, signal: AbortSignal): Promise<void> {
  while (!isReached()) {
    signal.throwIfAborted()
    await sleep(50)
  }
}
