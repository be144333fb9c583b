import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { overflow, violations } from './support/for-everybody.ts'
import { journeys, type Person } from './support/journey.ts'
import { accessPath, goToCheckout, payWith, publish, signIn } from './support/people.ts'

const j = journeys({ env: { ADMIN_EMAIL: 'admin@example.com' } })
let admin: Person
let id = ''

beforeAll(async () => {
  const { page } = await j.creator()
  await signIn(page, { email: 'mara@example.com', name: 'Mara' })
  id = await publish(page, { kind: 'Text', title: 'Harbour loops', price: '10.00', text: 'Salt and rope.' })
  admin = await j.creator()
  await signIn(admin.page, { email: 'admin@example.com', name: 'Ada' })
})

/** Somebody who has just paid with a card, on the page that shows what they bought, and the link to it. */
async function buyer(card: string) {
  const { page } = await j.person()
  await goToCheckout(page, id)
  await payWith(page, card)
  await page.getByText('Salt and rope.').waitFor()
  return { page, link: await accessPath(page) }
}

async function opensNewest(page: Page) {
  await page.goto('/sandbox')
  const row = page.getByRole('listitem').filter({ hasText: 'Harbour loops' }).first()
  await row.locator('summary').click()
  return row
}

test('a refund in part and a dispute by hand reach the buyer; a won dispute opens it again', async () => {
  const fan = await buyer('4242 4242 4242 4242')
  const { page, faults } = admin
  const row = await opensNewest(page)

  await row.getByLabel('Refund', { exact: true }).fill('99')
  await row.getByRole('button', { name: 'Refund', exact: true }).click()
  await row.getByText('Enter an amount up to $10.00').waitFor()
  await row.getByLabel('Refund', { exact: true }).fill('2.50')
  await row.getByRole('button', { name: 'Refund', exact: true }).click()
  await row.getByText('Up to $7.50').waitFor()
  await row.getByRole('button', { name: 'Open dispute' }).click()
  await row.getByText('Disputed').waitFor()
  await expect.poll(async () => (await fan.page.request.get(fan.link)).status()).toBe(403)
  await row.getByRole('button', { name: 'Decide for us' }).click()
  await row.getByText('Dispute won').waitFor()

  await expect.poll(async () => (await fan.page.request.get(fan.link)).status()).toBe(200)
  expect(faults).toEqual([])
})

test('the card that is disputed closes access by itself, seconds later', async () => {
  const { page, link } = await buyer('4000 0000 0000 0259')

  await expect.poll(async () => (await page.request.get(link)).status()).toBe(403)
})

test('every webhook has its answer in the log and can be sent again', async () => {
  const { page, faults } = admin
  await buyer('4242 4242 4242 4242')
  await page.goto('/sandbox')
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  const newest = page.getByRole('listitem').filter({ hasText: 'payment.succeeded' }).first()
  await newest.getByText('Delivered · 200').waitFor()

  await newest.getByRole('button', { name: /^Send payment.succeeded/ }).click()

  await page.getByText('The webhook is on its way').first().waitFor()
  await newest.getByText('Delivered · 200').waitFor()
  expect(page.url()).toMatch(/view=webhooks$/)
  expect(faults).toEqual([])
})

test('the clock of subscriptions is moved on', async () => {
  const { page } = admin
  await page.goto('/sandbox')

  await page.getByRole('button', { name: 'Move the clock on by 7 days' }).click()

  await page.getByText('7 days ahead').waitFor()
})

test('nobody but the administrator sees it', async () => {
  const { page } = await j.person()

  const answer = await page.goto('/sandbox')

  expect(answer?.status()).toBe(401)
  await page.getByRole('heading', { name: 'Sign in to see the sandbox' }).waitFor()
  expect(await page.getByText('Harbour loops').count()).toBe(0)
})

test.each([
  [360, false],
  [1280, true],
])('at %d px, dark %o, it can be used by everybody, and fits', async (width, dark) => {
  await buyer('4242 4242 4242 4242')
  const { page, context, faults } = await j.person({ width, dark })
  await context.addCookies(await admin.context.cookies())
  for (const view of ['payments', 'webhooks']) {
    await page.goto(`/sandbox?view=${view}`)
    await page.waitForLoadState('networkidle')
    if (view === 'payments') await page.locator('summary').first().click()

    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  }
  expect(faults).toEqual([])
})
