import type { Page } from '@playwright/test'
import type { TestCard } from '../contract/sandbox.ts'
import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { openAdmin, openCreator } from './fixtures/accounts.ts'
import { buy, publish } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com' } })
let admin: Visitor
let id = ''

test.beforeAll(async () => {
  const { page } = await openCreator(site)
  id = await publish(page, { kind: 'Text', title: 'Harbour loops', price: '10.00', text: 'Salt and rope.' })
  admin = await openAdmin(site)
})

/** A visitor who has just paid with this card, on the success page, and the link to it. */
async function openBuyer(card: TestCard) {
  const { page } = await site.newVisitor()
  const link = await buy(page, id, { card })
  await page.getByText('Salt and rope.').waitFor()
  return { page, link }
}

async function openNewestPayment(page: Page) {
  await page.goto('/sandbox')
  const row = page.getByRole('listitem').filter({ hasText: 'Harbour loops' }).first()
  await row.locator('summary').click()
  return row
}

test('a partial refund and a dispute reach the buyer, and a won dispute restores access', {
  tag: '@long',
}, async () => {
  const fan = await openBuyer('paid')
  const { page, pageErrors } = admin
  const row = await openNewestPayment(page)

  await row.getByLabel('Refund', { exact: true }).fill('99')
  await row.getByRole('button', { name: 'Refund', exact: true }).click()
  await row.getByText('Enter an amount up to $10.00').waitFor()
  await row.getByLabel('Refund', { exact: true }).fill('2.50')
  await row.getByRole('button', { name: 'Refund', exact: true }).click()
  await row.getByText('Up to $7.50').waitFor()
  await row.getByRole('button', { name: 'Open dispute' }).click()
  await row.getByText('Disputed').waitFor()
  await expect.poll(async () => (await fan.page.request.get(fan.link)).status()).toBe(403)
  await row.getByRole('button', { name: 'Seller wins' }).click()
  await row.getByText('Dispute won').waitFor()

  await expect.poll(async () => (await fan.page.request.get(fan.link)).status()).toBe(200)
  expect(pageErrors).toEqual([])
})

test('the card with a dispute revokes access automatically within seconds', { tag: '@long' }, async () => {
  const { page, link } = await openBuyer('disputed')

  await expect.poll(async () => (await page.request.get(link)).status()).toBe(403)
})

test('every webhook delivery is logged with its response and can be sent again', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = admin
  await openBuyer('paid')
  await page.goto('/sandbox')
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  const newest = page.getByRole('listitem').filter({ hasText: 'payment.succeeded' }).first()
  await newest.getByText('Delivered · 200').waitFor()

  await newest.getByRole('button', { name: /^Resend payment.succeeded/ }).click()

  await page.getByText('Webhook sent').first().waitFor()
  await newest.getByText('Delivered · 200').waitFor()
  expect(page.url()).toMatch(/view=webhooks$/)
  expect(pageErrors).toEqual([])
})

test('the sandbox clock of subscriptions can be advanced', { tag: '@long' }, async () => {
  const { page } = admin
  await page.goto('/sandbox')

  await page.getByRole('button', { name: 'Move the clock forward 7 days' }).click()

  await page.getByText('7 days ahead').waitFor()
})

test('only the admin sees the sandbox', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor()

  const answer = await page.goto('/sandbox')

  expect(answer?.status()).toBe(401)
  await page.getByRole('heading', { name: 'Sign in to see the sandbox' }).waitFor()
  await expect(page.getByText('Harbour loops')).toHaveCount(0)
})

for (const [width, dark] of [
  [360, false],
  [1280, true],
] as const) {
  test(`at ${width} px, dark ${dark}, the sandbox has no accessibility violations and no overflow`, {
    tag: '@long',
  }, async () => {
    await openBuyer('paid')
    const { page, context, pageErrors } = await site.newVisitor({ width, dark })
    await context.addCookies(await admin.context.cookies())
    for (const view of ['payments', 'webhooks']) {
      await page.goto(`/sandbox?view=${view}`)
      await page.waitForLoadState('networkidle')
      if (view === 'payments') await page.locator('summary').first().click()

      expect(await axeViolations(page)).toEqual([])
      expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
    }
    expect(pageErrors).toEqual([])
  })
}
