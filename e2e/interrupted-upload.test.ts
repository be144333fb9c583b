import type { Page } from '@playwright/test'
import { readEmailedCode, signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'
import { fillForm, mebibyte, publishButton, published, trackUploadResume } from './fixtures/uploads.ts'

const site = openSite()

async function newCreator(email: string) {
  const visitor = await site.newVisitor()
  await signIn(visitor.page, { email, name: 'Mara' })
  return visitor
}

/** Throttles the connection, so that an upload can be observed. */
async function throttleUpload(page: Page, bytesPerSecond: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const set = (offline: boolean, uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await set(false, bytesPerSecond)
  return { goOffline: () => set(true, -1), goOnline: () => set(false, -1) }
}

test('an upload shows its progress, pauses, resumes, and can be canceled without losing the form', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = await newCreator('mara@example.com')
  await page.goto('/upload')
  const network = await throttleUpload(page, 600_000)
  await fillForm(page, { title: 'Film', size: 6 * mebibyte })
  // It is on its way since it was chosen.
  await page
    .getByText(/ of 6 MB · .*\/s · \d+ s left/)
    .first()
    .waitFor()
  await page.getByText('Publishes as soon as the file has arrived.').waitFor()

  await page.getByRole('button', publishButton).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page
    .getByText(/of 6 MB · paused/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: /^Uploading \d+%/ }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await expect(page.getByLabel('Title')).toHaveValue('Film')
  await page.getByLabel('Title').fill('Film, the cut')
  await network.goOnline()
  await page.getByRole('button', publishButton).click()
  await published(page)
  expect(pageErrors).toEqual([])
})

test('an upload that goes offline says so and resumes automatically', { tag: '@long' }, async () => {
  const { page } = await newCreator('ines@example.com')
  await page.goto('/upload')
  const network = await throttleUpload(page, 500_000)
  await fillForm(page, { title: 'Sea', size: 4 * mebibyte })

  await page.getByRole('button', publishButton).click()
  await page
    .getByText(/ of 4 MB · .*left/)
    .first()
    .waitFor()
  await network.goOffline()
  await page
    .getByText(/connection lost, will continue automatically/)
    .first()
    .waitFor()
  await network.goOnline()

  await published(page)
})

for (const [status, code, text] of [
  [
    507,
    'insufficient_storage',
    /We’re out of storage space right now\. Your progress is saved\. The upload will continue automatically/,
  ],
  [503, 'store_unavailable', /waiting for our storage, will continue automatically/],
] as const) {
  test(`a store that answers ${status} ${code} pauses the upload, which resumes automatically`, {
    tag: '@long',
  }, async () => {
    const { page, pageErrors } = await newCreator(`${code.replace('_', '')}@example.com`)
    await page.goto('/upload')
    let refusals = 0
    await page.route('**/api/uploads/*', (route) => {
      if (route.request().method() !== 'PATCH' || refusals === 2) return route.fallback()
      refusals += 1
      return route.fulfill({ status, json: { code, message: 'No.' } })
    })

    await fillForm(page, { title: 'Tide', size: mebibyte })
    await page.getByRole('button', publishButton).click()

    await page.getByText(text).first().waitFor()
    await published(page)
    expect(refusals).toBe(2)
    expect(pageErrors).toEqual([])
  })
}

test('a closed tab’s form and file are restored, and the upload resumes at its offset', {
  tag: '@long',
}, async () => {
  const { page, context } = await newCreator('jonas@example.com')
  await page.goto('/upload')
  await throttleUpload(page, 700_000)
  await fillForm(page, { title: 'Harbour', size: 12 * mebibyte })
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
  const resume = trackUploadResume(again)
  await again.goto('/upload')
  await again.getByText(/We restored your draft\. film\.bin goes on from \d+%\./).waitFor()
  await expect(again.getByLabel('Title')).toHaveValue('Harbour')
  await again.getByRole('button', publishButton).click()

  await published(again)
  expect(resume.offset()).toBeGreaterThan(mebibyte)
  expect(resume.hasRestarted()).toBe(false)
})

test('a session that ends during an upload asks for a sign-in, and the upload resumes automatically', {
  tag: '@long',
}, async () => {
  const { page, context } = await newCreator('nora@example.com')
  await page.goto('/upload')
  const network = await throttleUpload(page, 500_000)
  await fillForm(page, { title: 'Night', size: 4 * mebibyte })
  await page.getByRole('button', publishButton).click()
  await page.getByRole('button', { name: /^Uploading [2-9]\d%/ }).waitFor()

  // The mailbox key is a cookie, too.
  await context.clearCookies({ name: /^(?!mailbox)/ })
  await network.goOffline()
  await page
    .getByText(/connection lost/)
    .first()
    .waitFor()
  const signInToast = page.getByText('You are logged out. Logging in again...').first().waitFor()
  await network.goOnline()
  await signInToast
  const used = await readEmailedCode(page, 'nora@example.com')
  await page.getByRole('textbox', { name: 'Email' }).fill('nora@example.com')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code').fill(await readEmailedCode(page, 'nora@example.com', { used }))
  await published(page)
})
