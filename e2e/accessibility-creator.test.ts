import type { Page } from '@playwright/test'
import { updateProfile } from '../contract/accounts.ts'
import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { openAdmin, openCreator } from './fixtures/accounts.ts'
import { buy, chooseInMenu, publish, subscribeToPro } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com' } })
let mara: Visitor
let admin: Visitor
let refundPath = ''

test.beforeAll(async () => {
  mara = await openCreator(site)
  await subscribeToPro(mara.page)
  const id = await publish(mara.page, { kind: 'Text', title: 'Night Ferry', price: '4.00', text: 'Salt.' })
  await mara.page.request.patch(updateProfile.path, {
    data: { handle: 'mara', bio: 'Photographs of the coast.' },
  })
  const { page } = await site.openVisitor()
  const access = await buy(page, id, { email: 'fan@example.com' })
  // Opened, so that the creator decides about the refund.
  await page.goto(access)
  await page.getByText('Salt.').waitFor()
  await page.goto(`${access}/refund`)
  await page.getByLabel('Reason').fill('Too short')
  await page.getByRole('button', { name: 'Request a $4.00 refund' }).click()
  await page.getByRole('heading', { name: 'You’ve requested a refund' }).waitFor()
  await mara.page.goto('/dashboard')
  refundPath =
    (await mara.page
      .getByRole('link', { name: /refund/i })
      .first()
      .getAttribute('href')) ?? ''
  admin = await openAdmin(site)
})

/** Each opens a page in a state and waits for it. */
const states: Array<[name: string, open: (page: Page) => Promise<unknown>]> = [
  ['the share sheet', openShareSheet],
  ['analytics with a sale', (page) => openAnalytics(page, '')],
  [
    'analytics of another range, without a sale',
    (page) => openAnalytics(page, '?from=2024-01-01&to=2024-01-07'),
  ],
  ['a creator’s page', (page) => page.goto('/@mara')],
  ['a refund request', (page) => page.goto(refundPath)],
  ['a sale in the drawer', openSale],
  ...['', '/profile', '/payouts', '/plan', '/branding', '/security', '/data'].map(
    (path): [string, (page: Page) => Promise<unknown>] => [
      `/settings${path}`,
      (page) => page.goto(`/settings${path}`),
    ],
  ),
]
const adminPaths = [
  '/admin',
  ...['desk', 'purchases', 'creators', 'reports', 'feedback', 'audit'].map((page) => `/admin/${page}`),
]

for (const [label, screen] of [
  ['on a phone, light', { width: 360, dark: false }],
  ['on a phone, dark', { width: 360, dark: true }],
  ['on a desk, light', { width: 1280, dark: false }],
  ['on a desk, dark', { width: 1280, dark: true }],
] as const) {
  test(`the creator’s pages have no accessibility violations and no overflow: ${label}`, {
    tag: '@long',
  }, async () => {
    const { page, context, pageErrors } = await site.newVisitor(screen)
    await context.addCookies(await mara.context.cookies())

    for (const [name, open] of states) {
      await open(page)
      await expectAccessible(page, name)
    }
    expect(pageErrors).toEqual([])
  })

  test(`the admin pages have no accessibility violations and no overflow: ${label}`, {
    tag: '@long',
  }, async () => {
    const { page, context, pageErrors } = await site.newVisitor(screen)
    await context.addCookies(await admin.context.cookies())

    for (const path of adminPaths) {
      await page.goto(path)
      await expectAccessible(page, path)
    }
    expect(pageErrors).toEqual([])
  })
}

async function expectAccessible(page: Page, name: string) {
  // A dialog hides the rest of the page from the accessibility tree.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  expect(await axeViolations(page), name).toEqual([])
  expect(await horizontalOverflowPx(page), name).toBeLessThanOrEqual(0)
}

async function openShareSheet(page: Page) {
  await page.goto('/dashboard')
  await chooseInMenu(page, 'Night Ferry', 'Share')
  await page.getByRole('dialog', { name: /^Share/ }).waitFor()
}

async function openAnalytics(page: Page, query: string) {
  await page.goto(`/analytics${query}`)
  await page
    .getByRole('heading', { name: query ? 'No activity in this period' : 'When people buy' })
    .waitFor()
}

async function openSale(page: Page) {
  await page.goto('/sales')
  await page
    .getByRole('link', { name: /Night Ferry|fan@example.com/ })
    .first()
    .click()
  await page.getByRole('dialog').getByText('Payment breakdown').waitFor()
}
