import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { readEmailedCode, signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'
import { trackUploadResume } from './fixtures/uploads.ts'

const site = openSite()
const mebibyte = 1024 ** 2
const publishButton = { name: 'Publish & Create Tip Link' }

async function creator(email: string) {
  const visitor = await site.newVisitor()
  await signIn(visitor.page, { email, name: 'Mara' })
  return visitor
}

async function fillForm(
  page: Page,
  { title, size, name = 'film.bin' }: { title: string; size: number; name?: string },
) {
  const payload = { name, mimeType: 'application/octet-stream', buffer: randomBytes(size) }
  await page.locator('input[type=file]').first().setInputFiles(payload)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Price', { exact: true }).fill('5.00')
}

/** Throttles the connection, so that an upload can be observed. */
async function throttleUpload(page: Page, bytesPerSecond: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const set = (offline: boolean, up: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: up,
    })
  await set(false, bytesPerSecond)
  return { cut: () => set(true, -1), mend: () => set(false, -1) }
}

const published = (page: Page) => page.getByText('Content uploaded successfully!').first().waitFor()

test('an upload shows its progress, pauses, resumes, and can be canceled with the form kept', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = await creator('mara@example.com')
  await page.goto('/upload')
  await fillForm(page, { title: 'Film', size: 6 * mebibyte })
  const line = await throttleUpload(page, 600_000)

  await page.getByRole('button', publishButton).click()
  await page
    .getByText(/ of 6 MB · .*\/s · \d+ s left/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page
    .getByText(/of 6 MB · paused/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: /^Uploading \d+%/ }).waitFor()
  await page.getByRole('button', { name: 'Cancel Upload' }).click()
  await page.getByText('Upload cancelled').first().waitFor()

  await expect(page.getByLabel('Title')).toHaveValue('Film')
  await line.mend()
  await page.getByRole('button', publishButton).click()
  await published(page)
  expect(pageErrors).toEqual([])
})

test('an upload that goes offline says so and resumes automatically', { tag: '@long' }, async () => {
  const { page } = await creator('ines@example.com')
  await page.goto('/upload')
  await fillForm(page, { title: 'Sea', size: 4 * mebibyte })
  const line = await throttleUpload(page, 500_000)

  await page.getByRole('button', publishButton).click()
  await page
    .getByText(/ of 4 MB · .*left/)
    .first()
    .waitFor()
  await line.cut()
  await page
    .getByText(/connection lost, continues automatically/)
    .first()
    .waitFor()
  await line.mend()

  await published(page)
})

for (const [status, code, words] of [
  [
    507,
    'storage_full',
    /We’re out of storage space right now\. Your progress is saved, so try again later\./,
  ],
  [503, 'store_away', /waiting for our storage, continues automatically/],
] as const) {
  test(`a store that answers ${status} ${code} pauses the upload, which resumes automatically`, {
    tag: status === 507 ? '@long' : [],
  }, async () => {
    const { page, pageErrors } = await creator(`${code.replace('_', '')}@example.com`)
    await page.goto('/upload')
    await fillForm(page, { title: 'Tide', size: mebibyte })
    let refusals = 0
    await page.route('**/api/uploads/*', (route) => {
      if (route.request().method() !== 'PATCH' || refusals === 2) return route.fallback()
      refusals += 1
      return route.fulfill({ status, json: { code, message: 'No.' } })
    })

    await page.getByRole('button', publishButton).click()

    await page.getByText(words).first().waitFor()
    await published(page)
    expect(refusals).toBe(2)
    expect(pageErrors).toEqual([])
  })
}

test('a closed tab’s form and file are restored, and the upload resumes at its offset', async () => {
  const { page, context } = await creator('jonas@example.com')
  await page.goto('/upload')
  await fillForm(page, { title: 'Harbour', size: 12 * mebibyte })
  await throttleUpload(page, 700_000)
  await page.getByRole('button', publishButton).click()
  await page.getByRole('button', { name: /^Uploading [2-9]\d%/ }).waitFor()
  // A browser that closes a tab may still send buffered bytes.
  await page.getByRole('button', { name: 'Pause' }).click()
  await page
    .getByText(/of 12 MB · paused/)
    .first()
    .waitFor()
  await page.close({ runBeforeUnload: false })

  const again = await context.newPage()
  const asked = trackUploadResume(again)
  await again.goto('/upload')
  await again.getByText(/film\.bin: \d+% is here already\. Publish, and it goes on from there\./).waitFor()
  await expect(again.getByLabel('Title')).toHaveValue('Harbour')
  await again.getByRole('button', publishButton).click()

  await published(again)
  expect(asked.offset()).toBeGreaterThan(mebibyte)
  expect(asked.hasRestarted()).toBe(false)
})

test('a session that ends during an upload asks for a sign-in, and the upload resumes automatically', {
  tag: '@long',
}, async () => {
  const { page, context } = await creator('nora@example.com')
  await page.goto('/upload')
  await fillForm(page, { title: 'Night', size: 4 * mebibyte })
  const line = await throttleUpload(page, 500_000)
  await page.getByRole('button', publishButton).click()
  await page.getByRole('button', { name: /^Uploading [2-9]\d%/ }).waitFor()

  // The mailbox key is a cookie, too.
  await context.clearCookies({ name: /^(?!mailbox)/ })
  await line.cut()
  await page
    .getByText(/connection lost/)
    .first()
    .waitFor()
  const told = page.getByText('You are logged out. Logging in again...').first().waitFor()
  await line.mend()
  await told
  const used = await readEmailedCode(page, 'nora@example.com')
  await page.getByLabel('E-mail').fill('nora@example.com')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code').fill(await readEmailedCode(page, 'nora@example.com', { used }))
  await published(page)
})

test('input survives a reload, and starting over clears it', async () => {
  const { page } = await creator('tove@example.com')
  await page.goto('/upload')
  await page.getByLabel('Title').fill('Half a thought')
  await page.getByLabel('Description').fill('About the sea')

  await page.reload()

  await page.getByText('What you typed the last time is here again.').waitFor()
  await expect(page.getByLabel('Title')).toHaveValue('Half a thought')
  await expect(page.getByLabel('Description')).toHaveValue('About the sea')
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByText('What you typed the last time is here again.').waitFor({ state: 'detached' })
  await expect(page.getByLabel('Title')).toHaveValue('')
})

test('a file selected before sign-in is in the form afterwards', async () => {
  const { page } = await site.newVisitor()
  await page.goto('/')
  const payload = { name: 'dusk “24” 🌅.zip', mimeType: 'application/zip', buffer: randomBytes(50_000) }
  await page.locator('input[type=file]').first().setInputFiles(payload)
  await page.getByLabel('E-mail').fill('lena@example.com')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code').fill(await readEmailedCode(page, 'lena@example.com'))
  await page.getByLabel('Display name').fill('Lena')
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByRole('heading', { name: 'Upload New Content' }).waitFor()
  await page.getByText('dusk “24” 🌅.zip').first().waitFor()
  await page.getByLabel('Title').fill('Dusk')
  await page.getByLabel('Price', { exact: true }).fill('5.00')
  await page.getByText('Live preview').waitFor()
  await page.getByRole('button', { name: 'Save as Draft' }).click()
  await page.getByText('Draft saved').first().waitFor()
})

test('an empty form submitted by keyboard shows each error at its field and focuses the first', async () => {
  const { page } = await creator('odd@example.com')
  await page.goto('/upload')
  await page.getByRole('button', publishButton).focus()
  await page.keyboard.press('Enter')

  await page.getByText('Please fill in title and price').first().waitFor()
  const file = page.locator('input[name=file]')
  await expect(file).toHaveAttribute('aria-invalid', 'true')
  await expect(file).toBeFocused()
  for (const [label, sentence] of [
    ['Title', 'Enter a title'],
    ['Price', 'Enter a price'],
  ] as const) {
    const field = page.getByRole('textbox', { name: label, exact: true })
    expect(await field.getAttribute('aria-invalid'), label).toBe('true')
    const note = await field.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${note}"]`).innerText(), label).toContain(sentence)
  }
  expect(await page.getByRole('status').count()).toBeGreaterThan(0)
})

test('an error disappears when its field is edited, and the others stay', async () => {
  const { page } = await creator('mend@example.com')
  await page.goto('/upload')
  const title = page.getByRole('textbox', { name: 'Title' })
  await page.getByRole('button', publishButton).click()
  await page.getByText('Enter a title').waitFor()

  await title.fill('Dusk')

  await page.getByText('Enter a title').waitFor({ state: 'detached' })
  expect(await title.getAttribute('aria-invalid')).toBeNull()
  await page.getByText('Enter a price').waitFor()
})

test('a select with some Pro-only options does not look disabled', async () => {
  const { page } = await creator('look@example.com')
  await page.goto('/upload')
  const looks = (label: string) =>
    page.getByLabel(label).evaluate((list) => getComputedStyle(list).backgroundColor)
  await page.getByLabel('Category').waitFor()

  expect(await page.getByLabel('Category').locator('option:disabled').count()).toBeGreaterThan(0)
  expect(await looks('Category')).toBe(await looks('Access type'))
})

test('an empty file is rejected with a message, and the input stays', async () => {
  const { page } = await creator('kim@example.com')
  await page.goto('/upload')
  await fillForm(page, { title: 'Nothing', size: 0 })

  await page.getByRole('button', publishButton).click()

  await page.getByText('This file is empty.').first().waitFor()
  await expect(page.getByLabel('Title')).toHaveValue('Nothing')
})
