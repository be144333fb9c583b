import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  log,
  onProgress,
  query,
  replicaFixture,
  restoredNotes,
  tempFolder,
} from '../../../tests/support/replica-fixture.ts'
import { createDiskFileStore } from '../../adapters/disk/file-store.ts'
import { startPostgres } from '../../adapters/postgres/start.ts'
import { readConfig } from '../../config.ts'
import { startReplicator } from './replicator.ts'
import { restoreReplica } from './restore-replica.ts'
import { endUnsetReplica } from './run-replica.ts'
import { slotName } from './wal-stream.ts'

const timeout = 60_000

/** The names in a data folder, apart from its lock. */
async function contentsOf(dataDir: string): Promise<Array<string>> {
  return (await readdir(dataDir)).filter((name) => !name.startsWith('lock')).toSorted()
}

test('a replica is restored to a time, to its end, and with its files and secrets', {
  timeout: 240_000,
}, async () => {
  const site = await replicaFixture()
  await site.isComplete()
  const store = createDiskFileStore(join(site.dataDir, 'files'))
  await store.put('files/song', Readable.from([Buffer.from('a song')]), { maxBytes: 100 })
  site.replicator.copyFile('files/song')
  await site.write('early')
  await sleep(100)
  const between = new Date()
  await sleep(100)
  await site.write('late')
  await site.caughtUp()
  await site.replicator.stop()
  await site.stop()

  const early = await restoredNotes(site, between)
  expect(early).toMatchObject({ notes: ['early'], result: { endsBefore: false, fileCount: 1 } })
  expect(early.result.restoredTo?.getTime()).toBeLessThan(between.getTime())
  const song = await early.store.open('files/song')
  expect(song && (await buffer(song)).toString()).toBe('a song')
  expect(await contentsOf(early.dataDir)).toEqual(['files', 'postgres'])

  const later = await restoredNotes(site, new Date(Date.now() + 60_000))
  expect(later).toMatchObject({ notes: ['early', 'late'], result: { endsBefore: true } })

  await expect(restoredNotes(site, new Date('2026-01-01T00:00:00Z'))).rejects.toThrow('The replica begins at')
  await expect(
    restoreReplica({ ...site, dataDir: later.dataDir, store: undefined, toTime: undefined, onProgress }),
  ).rejects.toThrow('A restore overwrites nothing')
})

test('a damaged part of the log is refused by name, and leaves no database', {
  tags: ['long'],
  timeout: 240_000,
}, async () => {
  const site = await replicaFixture()
  await site.isComplete()
  await site.write('early')
  await site.caughtUp()
  await site.replicator.stop()
  const folder = join(site.to, 'wal/00000001')
  const [name = ''] = (await readdir(folder)).toSorted().toReversed()
  const bytes = await readFile(join(folder, name))
  await writeFile(join(folder, name), bytes.subarray(0, -1))
  const dataDir = await tempFolder()

  await expect(
    restoreReplica({ ...site, dataDir, store: undefined, toTime: undefined, onProgress }),
  ).rejects.toThrow(/damaged/)
  expect(await contentsOf(dataDir)).toEqual([])
})

test('a commit of money waits for the place, goes on without it after seconds, and waits again', {
  tags: ['long'],
  timeout: 240_000,
}, async () => {
  const site = await replicaFixture({ waits: true, intervalMs: 60_000 })
  const isWaiting = (expected: boolean) =>
    vi.waitFor(() => expect(site.replicator.state().isWaiting).toBe(expected), { timeout })
  await site.isComplete()
  await isWaiting(true)
  const sell = async (words: string) => {
    const began = performance.now()
    await query(
      site.connection,
      `begin; set local synchronous_commit = 'on'; insert into note values ('${words}'); commit`,
    )
    return performance.now() - began
  }

  // Long before the interval, because it waits.
  expect(await sell('copied')).toBeLessThan(20_000)
  const away = `${site.to}-away`
  await rename(site.to, away)
  onTestFinished(() => rm(away, { recursive: true, force: true }))
  expect(await sell('not copied')).toBeGreaterThan(2_000)
  await isWaiting(false)
  expect(site.replicator.state().problem).toContain('There is no folder')
  await sell('at once')

  await rename(away, site.to)
  await isWaiting(true)
  await sell('copied again')
  await site.replicator.stop()
  await site.stop()

  expect((await restoredNotes(site)).notes).toEqual(['copied', 'not copied', 'at once', 'copied again'])
})

test('without its setting the next start keeps no log for it, and no commit waits for it', {
  timeout: 240_000,
}, async () => {
  const site = await replicaFixture({ waits: true })
  await vi.waitFor(() => expect(site.replicator.state().isWaiting).toBe(true), { timeout })
  await site.replicator.stop()
  // As a killed process leaves it.
  await query(site.connection, `alter system set synchronous_standby_names = '${slotName}'`)
  await site.stop()
  expect(await readFile(join(site.dataDir, 'postgres/postgresql.auto.conf'), 'utf8')).toContain(slotName)

  const { connection, stop } = await startPostgres({ dataDir: site.dataDir, log, durability: 'none' })
  onTestFinished(stop)
  const pool = new pg.Pool(connection)
  onTestFinished(() => pool.end())
  const slots = () => query(connection, 'select slot_name from pg_replication_slots')
  const { replica } = readConfig({ REPLICATE_TO: site.to })
  await endUnsetReplica({ config: { replica, databaseUrl: undefined }, pool, log })
  expect(await slots()).toEqual([slotName])
  await endUnsetReplica({ config: readConfig({}), pool, log })
  expect(await slots()).toEqual([])

  expect(await query(connection, 'show synchronous_standby_names')).toEqual([''])
  await query(
    connection,
    `begin; set local synchronous_commit = 'on'; insert into note values ('alone'); commit`,
  )
  expect(await query(connection, 'select words from note')).toEqual(['alone'])
})

test('a place of another instance is refused, and nothing is written to it', {
  tags: ['long'],
  timeout: 240_000,
}, async () => {
  const site = await replicaFixture()
  await site.isComplete()
  await site.replicator.stop()
  await rm(join(site.dataDir, 'replica.json'))
  const before = await readdir(site.to, { recursive: true })

  const another = startReplicator(site.replica, {
    connection: site.connection,
    dataDir: site.dataDir,
    waits: false,
    copiesFiles: true,
    keepDays: 7,
    intervalMs: 100,
    baseIntervalMs: 86_400_000,
  })
  onTestFinished(() => another.stop())

  await vi.waitFor(() => expect(another.state().problem).toContain('has the replica of another instance'), {
    timeout,
  })
  expect(await readdir(site.to, { recursive: true })).toEqual(before)
})
