import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  log,
  query,
  replicaFixture,
  restoredNotes,
  tempFolder,
} from '../../../tests/support/replica-fixture.ts'
import { createDiskFileStore } from '../../adapters/disk/file-store.ts'
import { startPostgres } from '../../adapters/postgres/start.ts'
import { sentinelKey } from '../../features/site/storage/store-sentinel.ts'
import { newKey } from '../encryption.ts'
import { claimPlace } from './place-identity.ts'
import { createFileCopier, listNames, removedFolder } from './replica-files.ts'
import { putObject, readObject } from './replica-object.ts'
import { type ReplicaPlace, replicaPlace } from './replica-place.ts'
import { startReplicator } from './replicator.ts'
import { listWal } from './wal-list.ts'
import { segmentStart, walName } from './wal-ranges.ts'

const long = { tags: ['long'], timeout: 240_000 }
const timeout = 60_000

async function folderReplica() {
  const to = await tempFolder()
  return { to, replica: { place: await replicaPlace(to, { backup: { s3: undefined } }), key: undefined } }
}

test(
  'a place that was away for longer than the log is kept gets a new copy, and what follows is restored',
  long,
  async () => {
    const site = await replicaFixture({ settings: { max_slot_wal_keep_size: '16MB' } })
    await site.isComplete()
    await site.write('before')
    await site.caughtUp()
    const first = site.replicator.state().baseAt
    const away = `${site.to}-away`
    await rename(site.to, away)
    onTestFinished(() => rm(away, { recursive: true, force: true }))
    for (let segment = 0; segment < 5; segment++) {
      await site.write('while it is away')
      await query(site.connection, 'select pg_switch_wal()')
    }
    // No checkpoint waits for a stream that no one reads.
    await query(site.connection, 'checkpoint')
    const slot = () => query(site.connection, 'select wal_status from pg_replication_slots')
    await expect.poll(slot, { timeout }).not.toEqual(['reserved'])

    await rename(away, site.to)
    await vi.waitFor(
      () => {
        const { baseAt, problem } = site.replicator.state()
        expect({ isNewer: baseAt !== null && baseAt !== first, problem }).toEqual({
          isNewer: true,
          problem: null,
        })
      },
      { timeout: 150_000, interval: 5_000 },
    )
    await site.write('after')
    await site.caughtUp()
    await site.replicator.stop()
    await site.stop()

    expect((await restoredNotes(site)).notes).toEqual([
      'before',
      ...Array(5).fill('while it is away'),
      'after',
    ])
  },
)

test(
  'where the key only encrypts, copies go on after a restart, and the key that decrypts restores',
  long,
  async () => {
    const { identity, recipient } = await newKey()
    const site = await replicaFixture({ key: recipient })
    await site.isComplete()
    const { baseAt } = site.replicator.state()
    await site.write('early')
    await site.caughtUp()
    await site.replicator.stop()

    const again = startReplicator(site.replica, site.replicatorOptions)
    onTestFinished(() => again.stop())
    await vi.waitFor(() => expect(again.state()).toMatchObject({ baseAt, problem: null }), { timeout })
    await again.stop()
    await site.stop()

    await expect(restoredNotes(site)).rejects.toThrow('cannot be decrypted with BACKUP_KEY')
    const { notes } = await restoredNotes({ replica: { ...site.replica, key: identity } })
    expect(notes).toEqual(['early'])
  },
)

test('a restore names the file that is damaged in the place, and has everything else', long, async () => {
  const site = await replicaFixture()
  await site.isComplete()
  const store = createDiskFileStore(join(site.dataDir, 'files'))
  for (const name of ['song', 'poem']) {
    await store.put(`files/${name}`, Readable.from([Buffer.from(name)]), { maxBytes: 100 })
    site.replicator.copyFile(`files/${name}`)
  }
  await site.write('early')
  await site.caughtUp()
  await expect.poll(() => readdir(join(site.to, 'stored/files')), { timeout }).toHaveLength(2)
  await site.replicator.stop()
  await site.stop()
  await writeFile(join(site.to, 'stored/files/song.zst.age'), 'noise')

  const { result, notes, dataDir } = await restoredNotes(site)

  expect(notes).toEqual(['early'])
  expect(result).toMatchObject({ fileCount: 1, lost: [expect.stringContaining('decrypt')] })
  expect(await readdir(dataDir)).not.toContain('replica.json')
})

test('a restore of a place that goes on reads a segment that was merged meanwhile', long, async () => {
  const site = await replicaFixture()
  await site.isComplete()
  for (const words of ['one', 'two', 'three']) {
    await site.write(words)
    await site.caughtUp()
  }
  await site.replicator.stop()
  await site.stop()
  const { replica } = site
  const parts = await listWal(replica, 1, 0)
  const open = segmentStart(Math.max(...parts.map(({ start }) => start)))
  const last = parts.filter(({ start }) => start >= open).toSorted((a, b) => a.start - b.start)
  expect(last.length).toBeGreaterThan(2)
  let isMerged = false
  /** Merges the last segment when the restore asks for the second of its parts. */
  const place: ReplicaPlace = {
    ...replica.place,
    async open(name) {
      if (name === last[1]?.name && !isMerged) {
        isMerged = true
        const bytes = Buffer.concat(await Promise.all(last.map((part) => readObject(replica, part.name))))
        const whole = { start: last[0]?.start ?? 0, end: last.at(-1)?.end ?? 0 }
        await putObject(replica, walName(1, whole), bytes)
        await replica.place.remove(last.map((part) => part.name))
      }
      return replica.place.open(name)
    },
  }

  const { notes } = await restoredNotes({ replica: { ...replica, place } })

  expect(isMerged).toBe(true)
  expect(notes).toEqual(['one', 'two', 'three'])
})

test('a database that was set back writes nothing over what came after', long, async () => {
  const site = await replicaFixture()
  await site.isComplete()
  await site.write('early')
  await site.replicator.stop()
  await site.stop()
  const earlier = await tempFolder()
  // With the owner of the database's files.
  for (const name of ['postgres', 'replica.json'])
    spawnSync('cp', ['-a', join(site.dataDir, name), join(earlier, name)])
  const later = await startPostgres({ dataDir: site.dataDir, log, durability: 'none' })
  const goesOn = startReplicator(site.replica, { ...site.replicatorOptions, connection: later.connection })
  await query(later.connection, `insert into note values ('late')`)
  await query(later.connection, 'select pg_switch_wal()')
  await vi.waitFor(() => expect(goesOn.state()).toMatchObject({ lagMs: 0, problem: null }), { timeout })
  await goesOn.stop()
  await later.stop()
  const before = await readdir(site.to, { recursive: true })

  const back = await startPostgres({ dataDir: earlier, log, durability: 'none' })
  onTestFinished(back.stop)
  const again = startReplicator(site.replica, {
    ...site.replicatorOptions,
    connection: back.connection,
    dataDir: earlier,
  })
  onTestFinished(() => again.stop())

  await vi.waitFor(() => expect(again.state().problem).toContain('set back to an earlier state'), { timeout })
  expect(await readdir(site.to, { recursive: true })).toEqual(before)
})

test('another database in the same folder does not go on in the place', async () => {
  const { replica } = await folderReplica()
  const dataDir = await tempFolder()
  const claim = (systemIdentifier: string) => claimPlace(replica.place, { dataDir, systemIdentifier })

  expect(await claim('7')).toBe('new')
  expect(await claim('7')).toBe('known')
  await expect(claim('8')).rejects.toThrow('has the replica of another instance')
})

test('a folder of files that is not mounted removes nothing in the place, and a file that is back is wanted again', async () => {
  const { to, replica } = await folderReplica()
  const dataDir = await tempFolder()
  const store = createDiskFileStore(join(dataDir, 'files'))
  const files = createFileCopier(replica, { dataDir, copiesFiles: true })
  const sweep = () => files.sweep(new Date(0), new AbortController().signal)
  const put = (key: string, text: string) =>
    store.put(key, Readable.from([Buffer.from(text)]), { maxBytes: 100 })
  const marked = async () => [...(await listNames(replica, removedFolder)).keys()]
  await put(sentinelKey, 'tipdrop')
  await put('files/song', 'a song')
  await sweep()
  expect(await readdir(join(to, 'stored/files'))).toEqual(['song.zst'])

  const unmounted = join(dataDir, 'unmounted')
  await rename(join(dataDir, 'files'), unmounted)
  await mkdir(join(dataDir, 'files'))
  await sweep()
  expect(await marked()).toEqual([])
  await rmdir(join(dataDir, 'files'))
  await rename(unmounted, join(dataDir, 'files'))

  await store.remove('files/song')
  await sweep()
  expect(await marked()).toEqual(['files/song'])
  await put('files/song', 'a song')
  await sweep()
  expect(await marked()).toEqual([])
})

test('a file that can’t be read keeps no other one from being copied', async () => {
  const { to, replica } = await folderReplica()
  const dataDir = await tempFolder()
  const store = createDiskFileStore(join(dataDir, 'files'))
  for (const name of ['a', 'b', 'c'])
    await store.put(`files/${name}`, Readable.from([Buffer.from(name)]), { maxBytes: 100 })
  const place: ReplicaPlace = {
    ...replica.place,
    putStream: (name, ...rest) =>
      name.startsWith('stored/files/a')
        ? Promise.reject(new Error('bad sector'))
        : replica.place.putStream(name, ...rest),
  }
  const files = createFileCopier({ ...replica, place }, { dataDir, copiesFiles: true })

  await expect(files.sweep(new Date(0), new AbortController().signal)).rejects.toThrow('bad sector')
  expect((await readdir(join(to, 'stored/files'))).toSorted()).toEqual(['b.zst', 'c.zst'])
})

test('what fails to be stored in a folder leaves nothing there, and what was killed is removed a day later', async () => {
  const { to, replica } = await folderReplica()
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('cut off')
    })(),
  )

  await expect(replica.place.putStream('base/one.tar', failing, 4)).rejects.toThrow('cut off')
  expect(await readdir(join(to, 'base'))).toEqual([])
  await writeFile(join(to, 'base/two.tar.part'), 'half')
  await replica.place.removeUnfinished(new Date(Date.now() - 60_000))
  expect(await readdir(join(to, 'base'))).toEqual(['two.tar.part'])
  await replica.place.removeUnfinished(new Date(Date.now() + 1_000))
  expect(await readdir(join(to, 'base'))).toEqual([])
})
