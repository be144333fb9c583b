import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import { createDiskFileStore } from '../../server/adapters/disk/file-store.ts'
import { startPostgres } from '../../server/adapters/postgres/start.ts'
import { newKey } from '../../server/backup/encryption.ts'
import { replicaPlace } from '../../server/backup/replica/replica-place.ts'
import { type ReplicatorOptions, startReplicator } from '../../server/backup/replica/replicator.ts'
import { restoreReplica } from '../../server/backup/replica/restore-replica.ts'

export const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
export const onProgress = () => undefined
const timeout = 60_000

export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-replica-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export async function query(connection: pg.PoolConfig, sql: string): Promise<Array<unknown>> {
  const client = new pg.Client(connection)
  await client.connect()
  const results = await client.query({ text: sql, rowMode: 'array' }).finally(() => client.end())
  return [results].flat().flatMap(({ rows }) => rows.flat())
}

/** The tables that a restore expects, and one for the test. */
const tables = `
  create table note (words text);
  create table uploads (sha256 text);
  create table backups (state text, finished_at timestamptz, heartbeat_at timestamptz, message text);
  create table instance (store_sentinel_written_at timestamptz)`

type Given = Partial<ReplicatorOptions> & { settings?: Record<string, string>; key?: string }

/** A database of a table of notes, which is copied to a folder. */
export async function replicaFixture({ settings, key, ...given }: Given = {}) {
  const [dataDir, to] = [await tempFolder(), await tempFolder()]
  const replica = {
    place: await replicaPlace(to, { backup: { s3: undefined } }),
    key: key ?? (await newKey()).identity,
  }
  const { waits = false } = given
  const { connection, stop } = await startPostgres({
    dataDir,
    log,
    durability: 'none',
    waitsForReplica: waits,
    ...(settings && { settings }),
  })
  onTestFinished(stop)
  await query(connection, tables)
  const options = { connection, dataDir, waits, copiesFiles: true, keepDays: 7, intervalMs: 100 }
  const replicatorOptions = { ...options, baseIntervalMs: 86_400_000, ...given }
  const replicator = startReplicator(replica, replicatorOptions)
  onTestFinished(() => replicator.stop())
  const write = (words: string) => query(connection, `insert into note values ('${words}')`)
  /** Resolves when the place has everything that was written before. */
  const caughtUp = async () => {
    await sleep(1_200)
    await vi.waitFor(() => expect(replicator.state()).toMatchObject({ lagMs: 0 }), { timeout })
  }
  const isComplete = () =>
    vi.waitFor(
      () => expect(replicator.state()).toMatchObject({ baseAt: expect.any(String), problem: null }),
      {
        timeout,
      },
    )
  return {
    dataDir,
    to,
    replica,
    replicatorOptions,
    replicator,
    connection,
    stop,
    write,
    caughtUp,
    isComplete,
  }
}

type Fixture = Awaited<ReturnType<typeof replicaFixture>>

/** Restores a replica into a new folder, and reads its notes. */
export async function restoredNotes({ replica }: Pick<Fixture, 'replica'>, toTime?: Date) {
  const dataDir = await tempFolder()
  const store = createDiskFileStore(join(dataDir, 'files'))
  const result = await restoreReplica({ replica, dataDir, store, toTime, onProgress })
  const { connection, stop } = await startPostgres({ dataDir, log, durability: 'none' })
  const notes = await query(connection, 'select words from note').finally(stop)
  return { dataDir, store, result, notes }
}
