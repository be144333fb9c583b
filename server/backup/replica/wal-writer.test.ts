import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readObject } from './replica-object.ts'
import { replicaPlace } from './replica-place.ts'
import { contiguousRanges, parseWalName, segmentBytes, walFolder, walName } from './wal-ranges.ts'
import { createWalWriter } from './wal-writer.ts'

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000 })

type Given = { storedTo?: number; intervalMs?: number; hasWaiters?: boolean }

async function writerFixture({ storedTo = segmentBytes, intervalMs = 10, hasWaiters = false }: Given = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-wal-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const place = await replicaPlace(folder, { backup: { s3: undefined } })
  const replica = { place, key: undefined }
  const stored: Array<number> = []
  const errors: Array<unknown> = []
  const writer = createWalWriter({
    replica,
    timeline: 1,
    storedTo,
    parts: [],
    intervalMs,
    hasWaiters: async () => hasWaiters,
    onStored: (position) => stored.push(position),
    onError: (error) => errors.push(error),
  })
  onTestFinished(() => writer.stop(0))
  const names = async () => (await readdir(join(folder, walFolder(1))).catch(() => [])).toSorted()
  /** The log as it is put together from the objects. */
  const log = async (from: number) => {
    const ranges = (await names()).flatMap((name) => {
      const found = parseWalName(`${walFolder(1)}${name}`)
      return found ? [found] : []
    })
    const parts = contiguousRanges(ranges, from).map(({ start, end }) =>
      readObject(replica, `${walName(1, { start, end })}.zst`),
    )
    return Buffer.concat(await Promise.all(parts))
  }
  return { writer, stored, errors, names, log, folder }
}

test('bytes are stored in parts, and a complete segment replaces them', async () => {
  const { writer, stored, names, log } = await writerFixture()
  const bytes = Buffer.alloc(segmentBytes + 100, 'write-ahead')

  writer.add(segmentBytes, bytes.subarray(0, 1_000))
  await until(() => expect(stored).toEqual([segmentBytes + 1_000]))
  expect(await names()).toHaveLength(1)
  writer.add(segmentBytes + 1_000, bytes.subarray(1_000))

  await until(() => expect(stored.at(-1)).toBe(segmentBytes + bytes.length))
  await until(async () => expect(await names()).toHaveLength(2))
  expect((await log(segmentBytes)).equals(bytes)).toBe(true)
})

test('bytes that were stored before a restart are read again but not stored', async () => {
  const { writer, names } = await writerFixture({ storedTo: segmentBytes + 500 })

  expect(writer.from).toBe(segmentBytes)
  writer.add(segmentBytes, Buffer.alloc(800, 1))

  await until(async () => expect(await names()).toHaveLength(1))
  expect(parseWalName(`${walFolder(1)}${(await names())[0]}`)).toMatchObject({
    start: segmentBytes + 500,
    end: segmentBytes + 800,
  })
})

test('a commit that waits does not wait for the interval', async () => {
  const patient = await writerFixture({ intervalMs: 60_000 })
  const urgent = await writerFixture({ intervalMs: 60_000, hasWaiters: true })
  for (const { writer } of [patient, urgent]) writer.add(segmentBytes, Buffer.alloc(10))

  await until(() => expect(urgent.stored).toEqual([segmentBytes + 10]))
  expect(patient.stored).toEqual([])
})

test('a place that is away is tried again, and nothing is acknowledged before', async () => {
  const { writer, stored, errors, folder, log } = await writerFixture()
  await rm(folder, { recursive: true })
  writer.add(segmentBytes, Buffer.from('kept'))
  await until(() => expect(errors).not.toEqual([]))
  expect(stored).toEqual([])

  await mkdir(folder)

  await until(() => expect(stored).toEqual([segmentBytes + 4]))
  expect((await log(segmentBytes)).toString()).toBe('kept')
})

test('a gap in the stream is an error', async () => {
  const { writer } = await writerFixture()
  writer.add(segmentBytes, Buffer.alloc(10))
  expect(() => writer.add(segmentBytes + 11, Buffer.alloc(1))).toThrow('left out')
})
