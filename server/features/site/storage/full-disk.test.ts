import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createContent } from '../../../../contract/content.ts'
import { downloadContent } from '../../../../contract/purchases.ts'
import { getUpload } from '../../../../contract/uploads.ts'
import { mountSmallDisk } from '../../../../tests/support/small-disk.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { createTusClient, sha256 } from '../../../../tests/support/tus-client.ts'
import { createDiskFileStore } from '../../../adapters/disk/file-store.ts'

const MB = 1_000_000
const rounds = 3

test(`a disk that fills up during an upload and a sale, ${rounds} times: 507, no partial file, sales continue, and it recovers`, async (context) => {
  const folder = await mountSmallDisk(context, 6)
  const w = await createTestApp({
    files: createDiskFileStore(folder),
    env: { FREE_SPACE_RESERVE_BYTES: '0' },
  })
  const mara = await w.creator()
  const { begins, sends, asks } = createTusClient(mara)
  const item = await mara.publishFile()
  const ballast = join(folder, 'ballast')
  const bytes = Buffer.alloc(2 * MB, 'x')
  const form = [
    { name: 'title', value: 'Loops' },
    { name: 'price', value: '10.00' },
    { name: 'file', fileName: 'a.bin', bytes },
  ]
  const stored = async () => (await readdir(join(folder, 'files'))).length

  for (let round = 0; round < rounds; round++) {
    const before = await stored()
    w.clock.advance(2_000)
    const { id } = await begins(bytes.length)
    await sends(id, 0, bytes.subarray(0, MB))
    // Fills the disk except for half of what is still to come.
    await fillUpTo(folder, ballast, MB / 2)

    const chunk = await sends(id, MB, bytes.subarray(MB))
    const published = await mara.form(createContent.path, form)
    const fan = w.visitor()
    await fan.purchase(item.id)
    const download = await fan.call(downloadContent, { params: { id: item.id } })

    expect([chunk.statusCode, published.status]).toEqual([507, 507])
    expect(await stored()).toBe(before)
    expect(await readdir(join(folder, '.incoming'))).toEqual([])
    expect(String(download.bytes)).toBe('the very bytes')

    await rm(ballast)
    w.clock.advance(2_000)
    const at = Number((await asks(id)).headers['upload-offset'])
    expect((await sends(id, at, bytes.subarray(at))).statusCode).toBe(204)
    const { body } = await mara.call(getUpload, { params: { uploadId: id } })
    expect(body.sha256).toBe(sha256(bytes))
    await w.ports.fileStore.remove(`files/${id}`)
  }
  expect(await w.probe.purchases()).toHaveLength(rounds)
  expect(await w.probe.sum()).toBe(0)
})

/** Writes a file that leaves `leftBytes` of the small disk free. */
async function fillUpTo(folder: string, path: string, leftBytes: number): Promise<void> {
  const { freeBytes } = (await createDiskFileStore(folder).freeSpace?.()) ?? { freeBytes: 0 }
  await writeFile(path, Buffer.alloc(Math.max(0, freeBytes - leftBytes)))
}
