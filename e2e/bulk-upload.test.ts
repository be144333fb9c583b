import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { cards, payWith, signIn, subscribeToPro } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'
import { throttleUpload, trackUploadResume } from './fixtures/uploads.ts'

const site = openSite()
const mebibyte = 1024 ** 2

async function newProCreator(email: string, screen = {}): Promise<Visitor> {
  const visitor = await site.newVisitor(screen)
  await signIn(visitor.page, { email, name: 'Mara' })
  await subscribeToPro(visitor.page)
  return visitor
}

/** Files on disk, so that the same ones can be selected twice. They are removed with the test's output. */
async function writeTempFiles(files: Record<string, number>): Promise<Array<string>> {
  const folder = test.info().outputPath('files')
  await mkdir(folder, { recursive: true })
  return Promise.all(
    Object.entries(files).map(async ([name, size]) => {
      await writeFile(join(folder, name), randomBytes(size))
      return join(folder, name)
    }),
  )
}

const selectFiles = (page: Page, paths: Array<string>) =>
  page.getByLabel('Files', { exact: true }).setInputFiles(paths)
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** The server rejects a file of this name for its quota. */
async function rejectForQuota(page: Page, name: string) {
  const encodedName = Buffer.from(name).toString('base64')
  await page.route('**/api/uploads', (route) =>
    String(route.request().headers()['upload-metadata']).includes(encodedName)
      ? route.fulfill({
          status: 403,
          json: { code: 'quota_exceeded', message: 'This file doesn’t fit in your storage.' },
        })
      : route.continue(),
  )
}

test('five files become five items in one form, and a failed one is retried', { tag: '@long' }, async () => {
  const { page, pageErrors } = await newProCreator('mara@example.com')
  await page.goto('/upload')
  await page.getByRole('link', { name: 'Bulk upload' }).click()
  const names = ['rain_on-tin.wav', 'harbour.wav', 'bells.wav', 'market.wav', 'night.wav']
  await selectFiles(page, await writeTempFiles(Object.fromEntries(names.map((name) => [name, 40_000]))))
  await page.getByLabel('Title for bells.wav').fill('Bells at noon')
  await page.getByLabel('Price', { exact: true }).fill('4.00')
  await page.getByLabel('Category').selectOption({ label: 'Sample Pack' })
  await rejectForQuota(page, 'night.wav')

  await page.getByRole('button', { name: 'Publish 5 files' }).click()
  await page.getByText('4 of 5 done · 1 failed').first().waitFor()
  await rowOf(page, 'night.wav').getByText('This file doesn’t fit in your storage.').waitFor()
  await page.unroute('**/api/uploads')
  await page.getByRole('button', { name: 'Try Again: night.wav' }).click()
  await page.getByText('5 of 5 done').first().waitFor()

  const link = await rowOf(page, 'bells.wav').getByRole('link').getAttribute('href')
  await page.goto('/')
  for (const title of ['Rain on tin', 'Harbour', 'Bells at noon', 'Market', 'Night'])
    await page.getByRole('link', { name: `Open ${title}` }).waitFor()
  const fan = await site.newVisitor()
  await fan.page.goto(link ?? '')
  await fan.page.getByRole('button', { name: /^Pay / }).first().click()
  await fan.page.getByLabel('Card number').waitFor()
  await payWith(fan.page, cards.success)
  await fan.page.getByText('Payment Successful!').waitFor()
  expect(pageErrors).toEqual([])
})

test('two files upload at a time, and each and all can be paused, resumed and canceled', {
  tag: '@long',
}, async () => {
  const { page } = await newProCreator('jonas@example.com')
  await page.goto('/upload/many')
  await selectFiles(
    page,
    await writeTempFiles({ 'a.bin': 3 * mebibyte, 'b.bin': 3 * mebibyte, 'c.bin': 3 * mebibyte }),
  )
  await page.getByLabel('Price', { exact: true }).fill('4.00')
  await throttleUpload(page, 500_000)

  await page.getByRole('button', { name: 'Publish 3 files' }).click()
  await page
    .getByText(/of 3 MB · .*\/s · \d+ s left/)
    .nth(1)
    .waitFor()
  await rowOf(page, 'c.bin').getByText('Waiting · 3 MB').waitFor()
  await page.getByRole('button', { name: 'Pause a.bin' }).click()
  await rowOf(page, 'a.bin')
    .getByText(/paused/)
    .waitFor()
  await rowOf(page, 'c.bin').getByRole('progressbar').waitFor()
  await page.getByRole('button', { name: 'Resume a.bin' }).click()
  await rowOf(page, 'a.bin')
    .getByText(/Waiting · 3 MB · \d+% already uploaded/)
    .waitFor()
  await page.getByRole('button', { name: 'Cancel b.bin' }).click()
  await page.getByRole('button', { name: 'Pause all' }).click()
  await page
    .getByText(/of 3 MB · paused/)
    .nth(1)
    .waitFor()
  await page.getByRole('button', { name: 'Cancel all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel all' }).click()

  await page.getByText('Drop your files here, or click to browse').waitFor()
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('4.00')
  expect(await (await page.request.get('/api/content')).json()).toEqual([])
})

test('a closed tab resumes when the same files are selected again', { tag: '@long' }, async () => {
  const { page, context } = await newProCreator('ines@example.com')
  const paths = await writeTempFiles({ 'small.bin': 1_000, 'large.bin': 8 * mebibyte })
  await page.goto('/upload/many')
  await selectFiles(page, paths)
  await page.getByLabel('Title for large.bin').fill('The long night')
  await page.getByLabel('Price', { exact: true }).fill('4.00')
  await throttleUpload(page, 700_000)
  await page.getByRole('button', { name: 'Publish 2 files' }).click()
  await rowOf(page, 'small.bin').getByText('Published').waitFor()
  await rowOf(page, 'large.bin')
    .getByText(/[2-7]\.\d of 8 MB/)
    .waitFor()
  await page.getByRole('button', { name: 'Pause large.bin' }).click()
  await rowOf(page, 'large.bin')
    .getByText(/paused/)
    .waitFor()
  await page.close({ runBeforeUnload: false })

  const again = await context.newPage()
  await again.goto('/upload/many')
  await again.getByText(/large\.bin · \d+% already uploaded/).waitFor()
  await selectFiles(again, paths)
  await rowOf(again, 'small.bin').getByText('Published').waitFor()
  await expect(again.getByLabel('Title for large.bin')).toHaveValue('The long night')
  const resume = trackUploadResume(again)
  await again.getByRole('button', { name: 'Publish', exact: true }).click()

  await again.getByText('2 of 2 done').first().waitFor()
  expect(resume.offset()).toBeGreaterThan(mebibyte)
  expect(resume.hasRestarted()).toBe(false)
  const items = await (await again.request.get('/api/content')).json()
  expect(items.map(({ title }: { title: string }) => title).toSorted()).toEqual(['Small', 'The long night'])
})

test('leaving during uploads asks for confirmation', { tag: '@long' }, async () => {
  const { page } = await newProCreator('lena@example.com')
  await page.goto('/upload/many')
  await selectFiles(page, await writeTempFiles({ 'a.bin': 3 * mebibyte }))
  await page.getByLabel('Price', { exact: true }).fill('4.00')
  await throttleUpload(page, 300_000)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await rowOf(page, 'a.bin').getByRole('progressbar').waitFor()

  await page.getByRole('link', { name: 'Upload a single file' }).click()
  await page.getByRole('alertdialog').getByText('Your progress is saved').waitFor()
  await page.getByRole('button', { name: 'Leave' }).click()

  await page.getByRole('heading', { name: 'Upload New Content' }).waitFor()
})

test('missing values are shown at their field, and nothing is sent', { tag: '@long' }, async () => {
  const { page } = await newProCreator('nora@example.com')
  await page.goto('/upload/many')
  await expect(page.getByText('Settings for all files').first()).toBeHidden()
  await selectFiles(page, await writeTempFiles({ 'a.bin': 10, 'empty.bin': 0 }))
  await page.getByLabel('Price', { exact: true }).fill('4.00')
  await page.getByText('This file is empty').first().waitFor()
  await page.getByLabel('Title for a.bin').fill('')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Missing fields').first().waitFor()

  await expect(page.getByText('Enter a title')).toBeVisible()
  await expect(page.getByLabel('Title for a.bin')).toBeFocused()
})

test('a creator without Pro sees what it is and a link to it', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor()
  await signIn(page, { email: 'tove@example.com', name: 'Tove' })
  await page.goto('/upload')

  await page.getByRole('link', { name: 'Bulk upload' }).click()
  await page.getByRole('heading', { name: 'Bulk upload is part of Pro' }).waitFor()

  await expect(page.getByRole('link', { name: 'Go Pro' }).last()).toHaveAttribute('href', '/subscribe')
})

for (const screen of [
  { width: 360, dark: false },
  { width: 1280, dark: true },
]) {
  test(`the bulk upload has no accessibility violations at ${screen.width} px`, {
    tag: '@long',
  }, async () => {
    const { page } = await newProCreator(`bulk${screen.width}@example.com`, screen)
    await page.goto('/upload/many')
    const name = `a-long-name-${'of-a-recording-'.repeat(6)}.wav`
    await selectFiles(page, await writeTempFiles({ [name]: 100, 'b.wav': 100, 'c.wav': 100 }))
    const expectAccessible = async () => {
      expect(await axeViolations(page)).toEqual([])
      expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
    }
    await expectAccessible()
    await page.getByLabel('Price', { exact: true }).fill('4.00')
    await rejectForQuota(page, 'b.wav')
    await page.getByRole('button', { name: 'Publish 3 files' }).click()
    await page.getByText('2 of 3 done · 1 failed').first().waitFor()
    await expectAccessible()
  })
}
