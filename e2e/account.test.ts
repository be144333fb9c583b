import type { Page } from '@playwright/test'
import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { openCreator } from './fixtures/accounts.ts'
import { publish, readEmailedCode, signIn } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let mara: Visitor

test.beforeAll(async () => {
  mara = await openCreator(site)
})

async function waitForLoad(page: Page) {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

for (const [label, width] of [
  ['on a phone', 360],
  ['on a tablet', 768],
  ['on a desktop', 1280],
] as const) {
  test.describe(`${label}`, { tag: '@long' }, () => {
    for (const [path, dark] of [
      ['/settings', false],
      ['/settings', true],
      ['/settings/profile', false],
      ['/settings/payouts', true],
      ['/settings/plan', true],
      ['/settings/security', true],
      ['/settings/data', true],
      ['/sign-in?error=access_denied', false],
      ['/sign-in?error=access_denied', true],
    ] as const) {
      test(`${path} (dark: ${dark}) has no accessibility violations and no overflow`, async () => {
        const { page, context, pageErrors } = await site.newVisitor({ width, dark })
        if (path.startsWith('/settings')) await context.addCookies(await mara.context.cookies())

        await page.goto(path)

        await waitForLoad(page)
        expect(await axeViolations(page)).toEqual([])
        expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
        expect(pageErrors).toEqual([])
      })
    }
  })
}

test('a profile is saved, and errors are shown at their field', { tag: '@long' }, async () => {
  const { page } = mara
  await page.goto('/settings/profile')
  const handle = page.getByLabel(/^Handle/)

  await handle.fill('@no way')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Use 3 to 30 letters, numbers or underscores').waitFor()
  await expect(handle).toBeFocused()

  await handle.fill('@admin')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('@admin isn’t available.').waitFor()
  await expect(handle).toHaveAttribute('aria-invalid', 'true')

  await page.getByLabel('Display name').fill('Mara Lind')
  await handle.fill('@Mara_L')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Profile saved').first().waitFor()
  await page.reload()
  await expect(handle).toHaveValue('@mara_l')
  await page.getByText('Signed in as Mara Lind').waitFor({ state: 'attached' })
})

test('an old sign-in is repeated on the page, and the change continues automatically', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor()
  await signIn(page, { email: 'old@example.com', name: 'Olga' })
  // Ten minutes cannot pass in a test, so the first response is replaced by that for an old sign-in.
  let isOld = true
  await page.route('**/api/account/email', async (route) => {
    if (!isOld) return route.continue()
    isOld = false
    const json = { code: 'reauthentication_required', message: 'Please sign in again to do this.' }
    return route.fulfill({ status: 403, json })
  })
  await page.goto('/settings/security')
  await page.getByLabel('New email address').fill('new@example.com')
  await page.getByRole('button', { name: 'Change email' }).click()

  await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor()
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code').waitFor()
  await page.getByLabel('Code').fill(await readEmailedCode(page, 'old@example.com'))
  await page.getByLabel('Code from old@example.com').waitFor()

  await page
    .getByLabel('Code from old@example.com')
    .fill(await readEmailedCode(page, 'old@example.com', { subjectSuffix: 'is the code' }))
  await page
    .getByLabel('Code from new@example.com')
    .fill(await readEmailedCode(page, 'new@example.com', { subjectSuffix: 'is the code' }))
  await page.getByRole('button', { name: 'Confirm change' }).click()
  await page.getByText('You now sign in as new@example.com.').first().waitFor()
  await expect(page.locator('#email')).toContainText('You sign in as new@example.com.')
})

test('declining to sign in again shows why nothing happened', { tag: '@long' }, async () => {
  const { page } = mara
  await page.route('**/api/account/email', (route) =>
    route.fulfill({
      status: 403,
      json: { code: 'reauthentication_required', message: 'Please sign in again to do this.' },
    }),
  )
  await page.goto('/settings/security')
  await page.getByLabel('New email address').fill('new@example.com')
  await page.getByRole('button', { name: 'Change email' }).click()

  await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByText('Please sign in again to do this.').waitFor()
  await expect(page.getByLabel('New email address')).toHaveValue('new@example.com')
  await page.unroute('**/api/account/email')
})

test('a form sent after the session ended asks for a sign-in on the page and is then saved', {
  tag: '@long',
}, async () => {
  const { page, context, pageErrors } = await site.newVisitor()
  await signIn(page, { email: 'ended@example.com', name: 'Ida' })
  const used = await readEmailedCode(page, 'ended@example.com')
  await page.goto('/settings/profile')
  await page.getByLabel('Handle').fill('ida_l')
  // The mailbox key is a cookie, too.
  await context.clearCookies({ name: /^(?!mailbox)/ })
  await page.getByRole('button', { name: 'Save changes' }).click()

  const dialog = page.getByRole('dialog', { name: 'You’re signed out' })
  await dialog.getByText('Nothing you typed is lost.').waitFor()
  await dialog.getByRole('button', { name: 'Email me a code' }).click()
  await dialog.getByLabel('Code').fill(await readEmailedCode(page, 'ended@example.com', { used }))
  await page.getByText('Profile saved').first().waitFor()

  await page.reload()
  await expect(page.getByLabel('Handle')).toHaveValue('@ida_l')
  expect(pageErrors).toEqual([])
})

test('a session that was ended elsewhere redirects to the sign-in page', { tag: '@long' }, async () => {
  const { page: other } = await site.newVisitor({ width: 360 })
  await other.goto('/api/login')
  await other.getByLabel('Email').fill('mara@example.com')
  await other.getByRole('button', { name: 'Send code' }).click()
  await other.getByLabel('Code').waitFor()
  await other.getByLabel('Code').fill(await readEmailedCode(other, 'mara@example.com'))
  await other.getByRole('heading', { name: 'Creator Dashboard' }).waitFor()
  const { page } = mara
  await page.goto('/settings/security')

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText('You’re not signed in anywhere else.').waitFor()

  await other.goto('/settings')
  await other.waitForURL(site.url('/sign-in?returnTo=%2Fsettings'))
})

test('an account exports its data and is then deleted', { tag: '@long' }, async () => {
  const { page, pageErrors } = await site.newVisitor()
  await signIn(page, { email: 'leaving@example.com', name: 'Lee' })
  const id = await publish(page, { kind: 'Text', title: 'Last words', price: '3.00', text: 'Farewell.' })
  await page.goto('/settings/data')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^tipdrop-\d{4}-\d\d-\d\d\.zip$/)

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByText('Your item is unpublished right away.').waitFor()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByText('Type leaving@example.com to confirm').last().waitFor()
  await dialog.getByLabel('Your email address').fill('leaving@example.com')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()

  await page.waitForURL(site.url('/'))
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor()
  expect((await page.request.get(`/p/${id}`)).status()).toBe(404)
  expect(pageErrors).toEqual([])
})

test('a tab of an account that signed out says so, and saves nothing for the one that signed in', {
  tag: '@long',
}, async () => {
  const { page, context } = await site.newVisitor()
  await signIn(page, { email: 'one@example.com', name: 'One' })
  await page.goto('/settings/profile')
  await page.getByLabel('Display name').fill('Name of One')
  const second = await context.newPage()
  await second.goto('/api/logout')
  await signIn(second, { email: 'two@example.com', name: 'Two' })
  await second.goto('/settings/profile')

  await page.getByText('You’re signed in as another account now.').first().waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Nothing was saved.').first().waitFor()

  await second.reload()
  await expect(second.getByLabel('Display name')).toHaveValue('Two')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByLabel('Display name')).toHaveValue('Two')
})
