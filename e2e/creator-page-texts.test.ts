import type { Page } from '@playwright/test'
import { chooseInMenu, publish, signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

async function newCreatorWithContent(email: string, ...titles: Array<string>) {
  const visitor = await site.newVisitor()
  await signIn(visitor.page, { email, name: 'Mara' })
  for (const title of titles) await publish(visitor.page, { kind: 'Text', title, price: '1.00', text: 'x' })
  // The clock runs normally, and tests can move it forward.
  await visitor.page.clock.install()
  await visitor.page.goto('/', { waitUntil: 'networkidle' })
  return visitor
}

const toasts = (page: Page) => page.getByRole('region', { name: /Notification/ }).getByRole('listitem')
const readSessionItem = (page: Page, key: string) =>
  page.evaluate((name) => sessionStorage.getItem(name), key)

test('the landing page ignores empty inputs and passes other input to sign-in', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor()
  await page.goto('/')
  for (const name of ['Create Tip Link', 'Create Text Tip']) {
    await page.getByRole('button', { name }).click()
    // A press that waits for its code would submit what is typed meanwhile.
    await expect(page.getByRole('button', { name })).not.toHaveAttribute('aria-busy', 'true')
  }
  expect(new URL(page.url()).pathname).toBe('/')

  await page.getByLabel('Create Tip Link').first().fill('https://example.com/mine')
  await page.getByRole('button', { name: 'Create Tip Link' }).click()
  await page.getByRole('button', { name: 'Keep this page' }).click()
  await page.waitForURL('**/sign-in**')
  expect(await readSessionItem(page, 'upload-link')).toContain('https://example.com/mine')

  await page.goto('/')
  await page.getByLabel('Create Text Tip').first().fill('A poem')
  await page.getByRole('button', { name: 'Create Text Tip' }).click()
  await page.getByRole('button', { name: 'Keep this page' }).click()
  await page.waitForURL('**/sign-in**')
  expect(await readSessionItem(page, 'upload-text')).toContain('A poem')

  await page.goto('/')
  const file = { name: 'dusk.zip', mimeType: 'application/zip', buffer: Buffer.from('12345') }
  await page.getByLabel('Choose a file').setInputFiles(file)
  await page.getByRole('button', { name: 'Keep this page' }).click()
  await page.waitForURL('**/sign-in**')
  expect(JSON.parse((await readSessionItem(page, 'upload-file')) ?? '')).toEqual({
    name: 'dusk.zip',
    size: 5,
    type: 'application/zip',
  })
})

test('toasts show one at a time, close after five seconds, take focus by F8 and close by swipe', {
  tag: '@long',
}, async () => {
  const { page, context } = await newCreatorWithContent('mara@example.com', 'Dusk', 'Dawn')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copy = page.getByRole('button', { name: 'Copy link to Dusk' })
  // A toast under the pointer stays open.
  const movePointerAway = () => page.mouse.move(5, 5)

  await copy.click()
  await page.getByRole('button', { name: 'Copy link to Dawn' }).click()
  await movePointerAway()
  await expect(toasts(page)).toHaveCount(1)
  await expect(toasts(page)).toHaveText(/Link copied!\s+Tip link copied to clipboard/, { useInnerText: true })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/p\/\d+$/)
  await page.clock.fastForward(4_000)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.fastForward(1_100)
  await expect(toasts(page)).toHaveCount(0)

  await copy.click()
  await toasts(page).waitFor()
  await page.keyboard.press('F8')
  expect(await page.evaluate(() => document.activeElement?.closest('[role=region]')?.ariaLabel)).toMatch(/F8/)

  await swipe(page, 40)
  await expect(toasts(page)).toHaveCount(1)
  await swipe(page, 90)
  await expect(toasts(page)).toHaveCount(0)
})

test('deleting asks for confirmation with the specified text and shows success or failure', {
  tag: '@long',
}, async () => {
  const { page } = await newCreatorWithContent('ines@example.com', 'Dusk')
  const openDialog = () => chooseInMenu(page, 'Dusk', 'Delete')

  await openDialog()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Are you sure you want to delete "Dusk"? This cannot be undone.').waitFor()
  await page.route('**/api/content/*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await toasts(page).waitFor()
  await expect(toasts(page)).toHaveText(/Error\s+Failed to delete content/, { useInnerText: true })

  await page.unroute('**/api/content/*')
  await openDialog()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(toasts(page)).toHaveText(/Content deleted\s+Dusk has been removed/, { useInnerText: true })
  await page.getByRole('heading', { name: 'No content yet' }).waitFor()
})

test('an ended session shows a toast, and the sign-in page half a second later', {
  tag: '@long',
}, async () => {
  const { page, context } = await newCreatorWithContent('jonas@example.com', 'Dusk')
  await page.getByRole('button', { name: 'Copy link to Dusk' }).click()
  await toasts(page).waitFor()
  await context.clearCookies()
  await recordToasts(page)

  await chooseInMenu(page, 'Dusk', 'Stats for')
  await page.waitForURL('**/sign-in**')

  expect(await readSessionItem(page, 'toast-text')).toMatch(
    /Unauthorized\s+You are logged out\. Logging in again\.\.\./,
  )
  expect(Date.now() - Number(await readSessionItem(page, 'toast-shown-at'))).toBeGreaterThanOrEqual(500)
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/')
})

test('icon buttons have a tooltip after 700 ms under the pointer', { tag: '@long' }, async () => {
  const { page } = await newCreatorWithContent('lena@example.com', 'Dusk')
  const tip = page.getByRole('tooltip').filter({ hasText: 'Copy tip link' })

  await page.getByRole('button', { name: 'Copy link to Dusk' }).hover()
  await page.clock.fastForward(300)
  await expect(tip).toHaveCount(0)
  await page.clock.fastForward(500)
  await expect(tip).toHaveCount(1)
})

test('the upload form’s errors are the specification’s', { tag: '@long' }, async () => {
  const { page } = await newCreatorWithContent('timo@example.com')
  await page.goto('/upload')
  const publishButton = page.getByRole('button', { name: 'Publish & Create Tip Link' })
  const expectToast = async (text: RegExp) => {
    await publishButton.click()
    await expect(toasts(page)).toHaveText(text, { useInnerText: true })
  }

  await expectToast(/Missing fields\s+Please fill in title and price/)
  await page.getByLabel('Title').fill('Dusk')
  await page.getByText('Pay what you want', { exact: true }).click()
  await expectToast(/Missing minimum price\s+Please set a minimum price for pay-what-you-want content/)
  await page.getByLabel('Minimum tip').fill('1.00')
  await expectToast(/No file selected\s+Please select a file to upload/)
})

test('a malformed email in the feedback form is described at its field only', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor()
  await page.goto('/feedback')
  await page.getByLabel('Subject').fill('Dark')
  await page.getByLabel('Message').fill('It is lovely')
  await page.getByLabel('Email').fill('nobody@')

  await page.getByRole('button', { name: 'Submit Feedback' }).click()

  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(toasts(page)).toHaveCount(0)
})

test('the feedback form requires all fields and confirms the submission', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor()
  await page.goto('/feedback')
  await page.getByRole('button', { name: 'Submit Feedback' }).click()
  await toasts(page).waitFor()
  await expect(toasts(page)).toHaveText(/Missing Information\s+Please fill in all required fields\./, {
    useInnerText: true,
  })

  await page.getByLabel('Subject').fill('Dark')
  await page.getByLabel('Message').fill('It is lovely')
  await page.route('**/api/feedback', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Submit Feedback' }).click()
  await expect(toasts(page)).toHaveText(
    /Submission Failed\s+There was an error submitting your feedback\. Please try again\./,
    { useInnerText: true },
  )
  await expect(page.getByLabel('Message')).toHaveValue('It is lovely')

  await page.unroute('**/api/feedback')
  await page.getByRole('button', { name: 'Submit Feedback' }).click()
  await expect(toasts(page)).toHaveText(/Feedback Submitted!/, { useInnerText: true })
})

/** Stores the newest toast where the next page can read it, because the page changes half a second later. */
async function recordToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    new MutationObserver(() => {
      const text = document.querySelector<HTMLElement>('[role=region] li')?.innerText ?? ''
      if (!text.startsWith('Unauthorized') || sessionStorage.getItem('toast-text')) return
      sessionStorage.setItem('toast-text', text)
      sessionStorage.setItem('toast-shown-at', String(Date.now()))
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

/** Drags the toast to the right by this many pixels. */
async function swipe(page: Page, pixels: number): Promise<void> {
  const box = await toasts(page).boundingBox()
  if (!box) throw new Error('There is no toast')
  const [x, y] = [box.x + 40, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + pixels / 2, y, { steps: 4 })
  await page.mouse.move(x + pixels, y, { steps: 4 })
  await page.mouse.up()
}
