import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { newKey } from '../encryption.ts'
import { putObject, putObjectStream, readObject } from './replica-object.ts'
import { replicaPlace } from './replica-place.ts'

const bytes = randomBytes(300_000)

async function replicaFixture(key: string | undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-object-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const place = await replicaPlace(folder, { backup: { s3: undefined } })
  return { folder, replica: { place, key } }
}

test('an object is read as it was put, encrypted or not', async () => {
  for (const key of [undefined, (await newKey()).identity]) {
    const { replica } = await replicaFixture(key)
    await putObject(replica, 'a/small', bytes)
    await putObjectStream(replica, 'a/large', Readable.from([bytes, bytes]), bytes.length)

    const end = key ? '.zst.age' : '.zst'
    expect((await readObject(replica, `a/small${end}`)).equals(bytes)).toBe(true)
    expect((await readObject(replica, `a/large${end}`)).equals(Buffer.concat([bytes, bytes]))).toBe(true)
  }
})

test('a recipient encrypts what its identity reads, and no other key', async () => {
  const { identity, recipient } = await newKey()
  const { replica } = await replicaFixture(recipient)
  await putObject(replica, 'a', bytes)

  expect((await readObject({ ...replica, key: identity }, 'a.zst.age')).equals(bytes)).toBe(true)
  await expect(readObject({ ...replica, key: (await newKey()).identity }, 'a.zst.age')).rejects.toThrow(
    'cannot be decrypted with BACKUP_KEY',
  )
  await expect(readObject({ ...replica, key: undefined }, 'a.zst.age')).rejects.toThrow('Set BACKUP_KEY')
})

test.each([
  ['cut', (stored: Buffer) => stored.subarray(0, -10)],
  [
    'changed',
    (stored: Buffer) =>
      Buffer.concat([stored.subarray(0, 150_000), Buffer.from('x'), stored.subarray(150_001)]),
  ],
  ['empty', () => Buffer.alloc(0)],
])('an object that is %s is refused', async (_, damage) => {
  for (const key of [undefined, (await newKey()).identity]) {
    const { folder, replica } = await replicaFixture(key)
    await putObject(replica, 'a', bytes)
    const name = `a.zst${key ? '.age' : ''}`
    const path = join(folder, name)
    await writeFile(path, damage(await readFile(path)))

    await expect(readObject(replica, name)).rejects.toThrow(/damaged|decrypt/)
  }
})

test('a folder that is missing is refused and not made, because its disk may not be mounted', async () => {
  const { folder, replica } = await replicaFixture(undefined)
  await rm(folder, { recursive: true })

  await expect(putObject(replica, 'a', bytes)).rejects.toThrow(`There is no folder ${folder}.`)
  await expect(readFile(folder)).rejects.toThrow('ENOENT')
})
