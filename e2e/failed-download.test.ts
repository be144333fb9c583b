import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pdfOf } from '../tests/support/pdf.ts'
import { openCreator } from './fixtures/accounts.ts'
import { buy } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let creator: Visitor

test.beforeAll(async () => {
  creator = await openCreator(site)
})

/** A buyer of a PDF whose file can be removed from the store and restored. */
async function buyPdf() {
  const before = await storedFiles()
  const answer = await creator.page.request.post('/api/content', {
    multipart: {
      title: 'Notes on dusk',
      price: '5.00',
      kind: 'file',
      accessType: 'view',
      file: { name: 'notes.pdf', mimeType: 'application/octet-stream', buffer: await pdfOf('Notes on dusk') },
    },
  })
  const path = (await storedFiles()).find((file) => !before.includes(file)) ?? ''
  const visitor = await site.newVisitor({ width: 390 })
  const access = await buy(visitor.page, String((await answer.json()).id))
  return {
    ...visitor,
    access,
    removeFile: () => rename(path, `${path}.away`),
    restoreFile: () => rename(`${path}.away`, path),
  }
}

async function storedFiles(): Promise<Array<string>> {
  const folder = join(site.dataDir(), 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

test('a download of a missing file shows a page that starts it once the file is back', {
  tag: '@long',
}, async () => {
  const { page, pageErrors, access, removeFile, restoreFile } = await buyPdf()
  await removeFile()

  // A toast on this page, or the failed download's own page when the link's code has not loaded yet.
  await page.getByRole('link', { name: 'Download' }).click()
  await page.getByText('Download Failed').first().waitFor()
  await page.goto(`${access}/file?as=attachment`)
  await page.getByRole('heading', { name: 'Download Failed' }).waitFor()
  await page.getByText('This page tries again automatically.').waitFor()
  const download = page.waitForEvent('download')
  await restoreFile()

  expect((await download).suggestedFilename()).toBe('notes.pdf')
  await page.getByText('Your download is starting.').waitFor()
  expect(pageErrors).toEqual([])
})

test('without JavaScript, the page of a missing file offers a retry and a link back', {
  tag: '@long',
}, async () => {
  const { access, removeFile, restoreFile } = await buyPdf()
  await removeFile()
  const { page } = await site.newVisitor({ width: 390, javaScript: false })
  await page.goto(access)

  await page.getByRole('link', { name: 'Download' }).click()
  await page.getByRole('heading', { name: 'Download Failed' }).waitFor()
  await page.getByRole('link', { name: 'Back to purchase' }).waitFor()
  await restoreFile()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Try Again' }).click()

  expect((await download).suggestedFilename()).toBe('notes.pdf')
})
