import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentFiles, documents, files } from '../server/db/schema/index.ts'
import { issueReceipts } from '../server/features/buying/receipts/issue-receipts.ts'
import { documentPdf } from '../server/features/money/documents/files.ts'
import { verifyFiles } from '../server/verify/file-checks.ts'
import { createTestApp } from './support/test-app.ts'

/** A file that was bought once and one that was not, and a function that verifies the store. */
async function storeFixture() {
  const w = await createTestApp()
  const mara = await w.creator()
  const bought = await mara.publishFile({ title: 'Loops' })
  await mara.publishFile({ title: 'Bread' })
  await w.visitor().purchase(bought.id)
  const [boughtFile, otherFile] = await w.db.select().from(files).orderBy(files.id)
  if (!boughtFile || !otherFile) throw new Error('The files were not stored')

  async function failedChecks() {
    const client = await w.ports.pool.connect()
    const { findings, fileCount } = await verifyFiles(client, w.ports.fileStore).finally(() =>
      client.release(),
    )
    return { fileCount, failed: findings.map(({ name, differences }) => [name, differences.length]) }
  }
  const overwrite = (key: string, bytes: string) => writeFile(join(w.dataDir, 'files', key), bytes)
  return { w, boughtFile, otherFile, failedChecks, overwrite }
}

const fileCheck = 'Every stored file has its size and checksums'
const purchaseCheck = 'Every purchase with access has its files'

test('files that are stored as they were uploaded verify', async () => {
  const { failedChecks } = await storeFixture()

  expect(await failedChecks()).toEqual({ fileCount: 2, failed: [] })
})

test('a bought file with one changed byte is found, with the purchase that it breaks', async () => {
  const { failedChecks, overwrite, boughtFile } = await storeFixture()
  await overwrite(boughtFile.key, 'x'.repeat(boughtFile.sizeBytes))

  expect((await failedChecks()).failed).toEqual([
    [fileCheck, 1],
    [purchaseCheck, 1],
  ])
})

test('a wrong checksum for archives is found', async () => {
  const { w, failedChecks, otherFile } = await storeFixture()
  await w.ports.pool.query('update files set crc32 = (crc32 + 1) % 4294967296 where id = $1', [otherFile.id])

  expect((await failedChecks()).failed).toEqual([[fileCheck, 1]])
})

test('a document’s file that was changed is found by its number', async () => {
  const { w, failedChecks, overwrite } = await storeFixture()
  await issueReceipts(w.ports)
  const [document] = await w.db.select().from(documents)
  await documentPdf(w.ports, document?.id ?? 0, { owner: 'ada' })
  expect((await failedChecks()).failed).toEqual([])
  const [file] = await w.db.select().from(documentFiles)
  await overwrite(file?.key ?? '', '%PDF-other')

  expect((await failedChecks()).failed).toEqual([
    ['The file of every document is the one that was issued', 1],
  ])
})

test('a truncated file that nobody bought is found alone', async () => {
  const { failedChecks, overwrite, otherFile } = await storeFixture()
  await overwrite(otherFile.key, 'x')

  expect((await failedChecks()).failed).toEqual([[fileCheck, 1]])
})

test('a missing file is found, and one that is no longer referenced is not', async () => {
  const { w, failedChecks, boughtFile, otherFile } = await storeFixture()
  await w.ports.fileStore.remove(boughtFile.key)
  await w.ports.fileStore.remove(otherFile.key)
  await w.ports.pool.query('update files set unreferenced_since = now() where id = $1', [otherFile.id])

  expect(await failedChecks()).toEqual({
    fileCount: 1,
    failed: [
      [fileCheck, 1],
      [purchaseCheck, 1],
    ],
  })
})

test('a missing preview is found', async () => {
  const { w, failedChecks } = await storeFixture()
  await w.ports.pool.query(
    "update content_items set preview_image_key = 'previews/none' where title = 'Bread'",
  )

  expect((await failedChecks()).failed).toEqual([['Every picture and teaser is stored', 1]])
})
