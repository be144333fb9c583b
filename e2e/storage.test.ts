import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { publishByForm, signIn, subscribeToPro } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const kibibyte = 1024
const quota = { QUOTA_STORED_BYTES: String(100 * kibibyte), QUOTA_STORED_BYTES_PRO: String(100 * kibibyte) }
const site = openSite({ env: quota })

const fileOf = (size: number, name = 'film.bin') => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: randomBytes(size),
})

/** Records the URLs of requests that would upload bytes of a file. */
function recordUploadRequests(page: Page): Array<string> {
  const sent: Array<string> = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/uploads')) sent.push(request.url())
  })
  return sent
}

test('the upload page shows the storage and rejects a file that does not fit before uploading', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = await site.newVisitor({ width: 360 })
  await signIn(page, { email: 'mara@example.com', name: 'Mara' })
  await page.goto('/upload')
  const sent = recordUploadRequests(page)

  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(fileOf(101 * kibibyte))
  await page.getByText('You have 100 KB left for uploads. Delete items you no longer need.').first().waitFor()

  expect(sent).toEqual([])
  await publishByForm(page, {
    title: 'Film',
    price: '5',
    file: { name: 'film.bin', bytes: randomBytes(85 * kibibyte) },
  })
  await page.goto('/upload')
  await page.getByText('Your storage is almost full').waitFor()
  await page.getByText('85 KB of 100 KB used').waitFor()
  expect(pageErrors).toEqual([])
})

test('the bulk upload accepts the files that fit and names the others', { tag: '@long' }, async () => {
  const { page, pageErrors } = await site.newVisitor()
  await signIn(page, { email: 'jonas@example.com', name: 'Jonas' })
  await subscribeToPro(page)
  await page.goto('/upload/many')

  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles([
      fileOf(60 * kibibyte, 'a.bin'),
      fileOf(60 * kibibyte, 'b.bin'),
      fileOf(30 * kibibyte, 'c.bin'),
    ])

  await page.getByText('1 file doesn’t fit').first().waitFor()
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(2)
  expect(pageErrors).toEqual([])
})
