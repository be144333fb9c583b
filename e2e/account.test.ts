import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { overflow, violations } from './support/for-everybody.ts'
import { journeys, type Person } from './support/journey.ts'
import { mailedCode, publish, signIn } from './support/people.ts'

const j = journeys()
let mara: Person

beforeAll(async () => {
  mara = await j.creator()
  await signIn(mara.page, { email: 'mara@example.com', name: 'Mara' })
})

async function settled(page: Page) {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

describe.each([
  ['on a phone', 360],
  ['on a tablet', 768],
  ['on a desk', 1280],
])('%s', (_, width) => {
  test.each([
    ['/settings', false],
    ['/settings', true],
    ['/sign-in?error=access_denied', false],
    ['/sign-in?error=access_denied', true],
  ])('%s (dark: %s) can be used by everybody, and fits', async (path, dark) => {
    const { page, context, faults } = await j.person({ width, dark })
    if (path === '/settings') await context.addCookies(await mara.context.cookies())

    await page.goto(path)

    await settled(page)
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(faults).toEqual([])
  })
})

test('a profile is saved, and what is wrong with it is said at its field', async () => {
  const { page } = mara
  await page.goto('/settings')
  const handle = page.getByLabel(/^Handle/)

  await handle.fill('@no way')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Use 3 to 30 letters, digits and underscores').waitFor()
  expect(await handle.evaluate((field) => field === document.activeElement)).toBe(true)

  await handle.fill('@admin')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('@admin is not to be had.').waitFor()
  expect(await handle.getAttribute('aria-invalid')).toBe('true')

  await page.getByLabel('Display name').fill('Mara Lind')
  await handle.fill('@Mara_L')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Profile saved').first().waitFor()
  await page.reload()
  expect(await handle.inputValue()).toBe('@mara_l')
  await page.getByText('Signed in as Mara Lind').waitFor({ state: 'attached' })
})

test('a sign-in of some time ago is repeated in place, and the change goes on by itself', async () => {
  const { page } = await j.person()
  await signIn(page, { email: 'old@example.com', name: 'Olga' })
  // Ten minutes cannot pass here: the first answer is the one that an old sign-in gets from the server.
  let isOld = true
  await page.route('**/api/account/email', async (route) => {
    if (!isOld) return route.continue()
    isOld = false
    const json = { code: 'fresh_sign_in', message: 'Please sign in again to do this.' }
    return route.fulfill({ status: 403, json })
  })
  await page.goto('/settings')
  await page.getByLabel('New e-mail address').fill('new@example.com')
  await page.getByRole('button', { name: 'Change e-mail' }).click()

  await page.getByRole('dialog', { name: 'Is it you?' }).waitFor()
  await page.getByRole('button', { name: 'Mail me a code' }).click()
  await page.getByLabel('Code').waitFor()
  await page.getByLabel('Code').fill(await mailedCode(page, 'old@example.com'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Code from old@example.com').waitFor()

  await page
    .getByLabel('Code from old@example.com')
    .fill(await mailedCode(page, 'old@example.com', 'is the code'))
  await page
    .getByLabel('Code from new@example.com')
    .fill(await mailedCode(page, 'new@example.com', 'is the code'))
  await page.getByRole('button', { name: 'Confirm the change' }).click()
  await page.getByText('You now sign in as new@example.com.').first().waitFor()
  expect(await page.locator('#email').textContent()).toContain('You sign in as new@example.com.')
})

test('who would rather not sign in again is told why nothing happened', async () => {
  const { page } = mara
  await page.route('**/api/account/email', (route) =>
    route.fulfill({
      status: 403,
      json: { code: 'fresh_sign_in', message: 'Please sign in again to do this.' },
    }),
  )
  await page.goto('/settings')
  await page.getByLabel('New e-mail address').fill('new@example.com')
  await page.getByRole('button', { name: 'Change e-mail' }).click()

  await page.getByRole('dialog', { name: 'Is it you?' }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByText('Please sign in again to do this.').waitFor()
  expect(await page.getByLabel('New e-mail address').inputValue()).toBe('new@example.com')
  await page.unroute('**/api/account/email')
})

test('a form sent after the session ended asks for a sign-in in place, and what was typed is saved', async () => {
  const { page, context, faults } = await j.person()
  await signIn(page, { email: 'ended@example.com', name: 'Ida' })
  const used = await mailedCode(page, 'ended@example.com')
  await page.goto('/settings')
  await page.getByLabel('Handle').fill('ida_l')
  // The key of the mailbox is a cookie too.
  await context.clearCookies({ name: /^(?!mailbox)/ })
  await page.getByRole('button', { name: 'Save profile' }).click()

  const dialog = page.getByRole('dialog', { name: 'You’re signed out' })
  await dialog.getByText('Nothing you typed is lost.').waitFor()
  await dialog.getByRole('button', { name: 'Mail me a code' }).click()
  await expect.poll(() => mailedCode(page, 'ended@example.com')).not.toBe(used)
  await dialog.getByLabel('Code').fill(await mailedCode(page, 'ended@example.com'))
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Profile saved').first().waitFor()

  await page.reload()
  expect(await page.getByLabel('Handle').inputValue()).toBe('@ida_l')
  expect(faults).toEqual([])
})

test('a browser that was signed out from elsewhere is sent to the sign-in page', async () => {
  const { page: other } = await j.person({ width: 360 })
  await other.goto('/api/login')
  await other.getByLabel('E-mail').fill('mara@example.com')
  await other.getByRole('button', { name: 'Send code' }).click()
  await other.getByLabel('Code').waitFor()
  await other.getByLabel('Code').fill(await mailedCode(other, 'mara@example.com'))
  await other.getByRole('button', { name: 'Sign In' }).click()
  await other.getByRole('heading', { name: 'Creator Dashboard' }).waitFor()
  const { page } = mara
  await page.goto('/settings')

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText('You are signed in nowhere else.').waitFor()

  await other.goto('/settings')
  await other.waitForURL(j.url('/sign-in?returnTo=%2Fsettings'))
})

test('everything is taken along, and then the account is deleted', async () => {
  const { page, faults } = await j.person()
  await signIn(page, { email: 'leaving@example.com', name: 'Lee' })
  const id = await publish(page, { kind: 'Text', title: 'Last words', price: '3.00', text: 'Farewell.' })
  await page.goto('/settings')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^tipdrop-\d{4}-\d\d-\d\d\.zip$/)

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByText('Your item goes off sale at once.').waitFor()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByText('Type leaving@example.com to go on').last().waitFor()
  await dialog.getByLabel('Your e-mail address').fill('leaving@example.com')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()

  await page.waitForURL(j.url('/'))
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor()
  expect((await page.request.get(`/p/${id}`)).status()).toBe(404)
  expect(faults).toEqual([])
})
