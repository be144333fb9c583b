import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { createDiskFileStore } from '../../server/adapters/disk/file-store.ts'
import type { ArchivePlace } from '../../server/backup/archive-format.ts'
import { archivePlace } from '../../server/backup/archive-place.ts'
import { backUpIntoPlace } from '../../server/backup/back-up-into-place.ts'
import { createBackup } from '../../server/backup/create-backup.ts'
import { restore } from '../../server/backup/restore.ts'
import { columnList, selectTables, tableName } from '../../server/backup/snapshot.ts'
import { readConfig } from '../../server/config.ts'
import { sourceFolders } from '../../server/db/migration-folders.ts'
import { archiveName, scheduledArchiveName } from '../../server/features/site/backups/archive-names.ts'
import type { FileStore } from '../../server/ports/file-store.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** A temporary folder that is removed after the test. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-backup-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** An instance with one bought file, and the path for an archive. */
export async function smallInstance(): Promise<{ w: TestApp; archive: string }> {
  const w = await createTestApp()
  const item = await (await w.creator()).publishFile({ title: 'Loops' })
  await w.visitor().purchase(item.id)
  return { w, archive: join(await tempFolder(), 'backup.tar') }
}

/** An empty database of a role that is no superuser, as an operator's is. */
export async function emptyDatabase(): Promise<pg.ClientConfig & { database: string }> {
  const template = inject('template')
  const database = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ ...template, database: 'postgres' })
  await client.connect()
  try {
    await client.query(`create role ${database} login`)
    await client.query(`create database ${database} owner ${database}`)
  } finally {
    await client.end()
  }
  return { ...template, user: database, database }
}

export async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection)
  await client.connect()
  onTestFinished(() => client.end().catch(() => undefined))
  return client
}

/** The connection of an instance of the tests. */
export function connectionOf(w: TestApp): pg.ClientConfig {
  const { host, port, user, database } = Object(w.ports.pool).options
  return { host, port, user, database, ssl: false }
}

type BackupArguments = { target: string; key?: string; store?: FileStore }

/** Backs up an instance of the tests. */
export async function backUp(w: TestApp, { target, key, store = w.ports.fileStore }: BackupArguments) {
  const place = await archivePlace(target, w.ports.config)
  const client = await connect(connectionOf(w))
  return createBackup({ client, store, place, dataDir: w.dataDir, key, onProgress: () => undefined })
}

type PlaceArguments = {
  folder: string
  at: string
  key?: string
  keep?: number
  store?: FileStore
  publicUrl?: string
}

/** Backs up an instance of the tests into a place, at a time. With `keep` it is one of the schedule. */
export async function backUpInto(w: TestApp, { folder, at, key, keep, ...given }: PlaceArguments) {
  const { store = w.ports.fileStore, publicUrl = 'https://tips.example.com' } = given
  const named = { publicUrl, at: new Date(at), key }
  const name = keep === undefined ? archiveName(named) : scheduledArchiveName(named)
  const target = `${folder}/${name}`
  const place = await archivePlace(target, w.ports.config)
  const client = await connect(connectionOf(w))
  const result = await backUpIntoPlace(
    { client, store, place, dataDir: w.dataDir, key, onProgress: () => undefined },
    {
      config: { publicUrl, backup: { ...w.ports.config.backup, keep: keep ?? 1 } },
      isScheduled: keep !== undefined,
    },
  )
  return { ...result, archive: target }
}

type RestoreArguments = {
  source: string
  connection?: pg.ClientConfig
  dataDir?: string
  store?: FileStore
  key?: string
  storeContents?: 'must-be-empty' | 'may-have-files'
  skipDamaged?: boolean
  /** Instead of the one that `source` names. */
  place?: ArchivePlace
}

/** Restores into an empty database and an empty folder, unless others are given. */
export async function restoreFrom({
  source,
  key,
  storeContents = 'must-be-empty',
  skipDamaged = false,
  ...given
}: RestoreArguments) {
  const dataDir = given.dataDir ?? (await tempFolder())
  const connection = given.connection ?? (await emptyDatabase())
  const store = given.store ?? createDiskFileStore(join(dataDir, 'files'))
  const place = given.place ?? (await archivePlace(source, readConfig({})))
  const result = await restore({
    connection,
    store,
    place,
    dataDir,
    key,
    storeContents,
    skipDamaged,
    folders: sourceFolders,
    onProgress: () => undefined,
  })
  return { connection, store, dataDir, result }
}

/** A hash of the rows of each table, in an order of their own. */
export async function tableHashes(connection: pg.ClientConfig): Promise<Record<string, string>> {
  const client = await connect(connection)
  const hashes: Record<string, string> = {}
  for (const table of await selectTables(client)) {
    const { rows } = await client.query<{ hash: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(row::text, E'\\n' order by row::text collate "C"), '')) as hash
       from (select ${columnList(table.columns)} from ${tableName(table)}) row`,
    )
    hashes[`${table.schema}.${table.name}`] = rows[0]?.hash ?? ''
  }
  return hashes
}
