import type { Locator, Page } from '@playwright/test'
import { requestSignInCode, signInWithCode } from '../contract/accounts.ts'
import { sendFeedback } from '../contract/feedback.ts'
import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { openAdmin, openCreator } from './fixtures/accounts.ts'
import { buy, publish, readEmailedCode, signIn } from './fixtures/actions.ts'
import { addPasskey, addVirtualAuthenticator } from './fixtures/passkeys.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com' } })
let admin: Visitor

test.beforeAll(async () => {
  const creator = await openCreator(site)
  const id = await publish(creator.page, {
    kind: 'Text',
    title: 'Harbour loops',
    price: '50.00',
    text: 'Salt.',
  })
  admin = await openAdmin(site)
  const fan = await site.newVisitor()
  await buy(fan.page, id, { email: 'fan@example.com' })
  const data = { type: 'bug', subject: 'It is slow', message: 'Sometimes.', email: 'fan@example.com' }
  await fan.page.request.post(sendFeedback.path, { data })
})

const pages = [
  '/admin',
  '/admin/inbox',
  '/admin/purchases',
  '/admin/creators',
  '/admin/reports',
  '/admin/documents',
  '/admin/disputes',
  '/admin/deliveries',
  '/admin/alerts',
  '/admin/feedback',
  '/admin/tax',
  '/admin/health',
  '/admin/people',
  '/admin/audit',
  '/admin/settings',
  '/admin/settings/site',
  '/admin/settings/creators',
  '/admin/settings/money',
  '/admin/settings/refunds',
  '/admin/settings/email',
  '/admin/settings/legal',
  '/admin/settings/legal/terms',
]

async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.goto('/admin/people')
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('radio', { name: role }).check()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog).toHaveCount(0)
  await row(page, email).getByText('Invited').waitFor()
}

const row = (page: Page, email: string) => page.locator('main li').filter({ hasText: email })

test('an invited accountant sees every admin page, and finds no button that fails and no field to type in', {
  tag: '@long',
}, async () => {
  test.slow()
  await invite(admin.page, 'books@example.com', 'Accountant')
  const { page } = await site.newVisitor({ width: 360, dark: true })
  await signIn(page, { email: 'books@example.com', name: 'Bo' })
  const refusals: Array<string> = []
  page.on('response', (answer) => {
    if (answer.status() === 403) refusals.push(`${answer.request().method()} ${answer.url()}`)
  })

  for (const path of pages) {
    await page.goto(path)
    await page.getByText('Only an admin can change it.').waitFor()
    await page.waitForLoadState('networkidle')
    expect.soft(await axeViolations(page), path).toEqual([])
    expect.soft(await horizontalOverflowPx(page), path).toBeLessThanOrEqual(0)
    expect.soft(await changeableFields(page), path).toEqual([])
    await screenshot(page, path)
    await pressEveryButton(page, path)
  }
  expect(refusals).toEqual([])

  await admin.page.goto('/admin/people')
  await expect(row(admin.page, 'books@example.com').getByText('Accountant', { exact: true })).toBeVisible()
})

test('a second admin confirms each sign-in with a passkey, and loses the pages when the owner removes them', {
  tag: '@long',
}, async () => {
  await invite(admin.page, 'second@example.com', 'Admin')
  const { page } = await site.newVisitor()
  await addVirtualAuthenticator(page)
  await signIn(page, { email: 'second@example.com', name: 'Sam' })
  await page.goto('/admin/people')
  await expect(row(page, 'second@example.com').getByText('No passkey')).toBeVisible()
  await addPasskey(page, 'Laptop')

  await signInAgain(page, 'second@example.com')
  await page.goto('/admin/settings')
  await page.getByText('You signed in without a passkey.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect((await page.request.get('/api/admin/settings')).status()).toBe(403)
  await page.getByRole('button', { name: 'Confirm with passkey' }).click()
  await page.getByLabel('Site name').waitFor()
  await page.goto('/admin/people')
  await expect(row(page, 'second@example.com').getByText('No passkey')).toHaveCount(0)

  await admin.page.goto('/admin/people')
  const person = row(admin.page, 'second@example.com')
  await person.getByRole('button', { name: /^Remove/ }).click()
  await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(person).toHaveCount(0)
  await page.goto('/admin')
  await page.getByText('Access Denied').waitFor()
})

/** Signs out, and in with a code: the virtual authenticator would answer the sign-in page before one is typed. */
async function signInAgain(page: Page, email: string): Promise<void> {
  const used = await readEmailedCode(page, email)
  await page.goto('/api/logout')
  await page.request.post(requestSignInCode.path, { data: { email } })
  const code = await readEmailedCode(page, email, { used })
  const answer = await page.request.post(signInWithCode.path, { data: { email, code } })
  expect(answer.status()).toBe(200)
}

/** The labels of enabled fields that are no search, and no filter of a list. */
async function changeableFields(page: Page): Promise<Array<string>> {
  const isSettings = new URL(page.url()).pathname.startsWith('/admin/settings')
  const isFilter = isSettings ? '[type=search]' : '[type=search], [type=radio]'
  const fields = page.locator(
    `main :is(input:not(${isFilter}):enabled, textarea:enabled:not([readonly]), input[type=file])`,
  )
  return Promise.all((await fields.all()).map(nameOf))
}

async function nameOf(field: Locator): Promise<string> {
  return field.evaluate(
    (node: HTMLInputElement) => node.labels?.[0]?.innerText ?? node.getAttribute('aria-label') ?? node.name,
  )
}

/** Presses what an accountant can press, one after the other, each on a fresh page. */
async function pressEveryButton(page: Page, path: string): Promise<void> {
  const count = await page.locator('main button:enabled').count()
  for (let index = 0; index < count; index++) {
    const button = page.locator('main button:enabled').nth(index)
    if (!(await button.isVisible().catch(() => false))) continue
    const name = await button.innerText()
    await button.click({ timeout: 5_000 })
    const dialogs = await page.locator('[role=alertdialog], [role=dialog]').count()
    expect.soft(dialogs, `${path}: ${name} opens a dialog`).toBe(0)
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
}

async function screenshot(page: Page, path: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder)
    await page.screenshot({ path: `${folder}/accountant${path.replaceAll('/', '-')}.png`, fullPage: true })
}
