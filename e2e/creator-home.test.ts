import type { Page } from '@playwright/test'
import { setContentStatus } from '../contract/content-editing.ts'
import { takeDownContent } from '../contract/moderation.ts'
import { buildUrl } from '../contract/route.ts'
import { openAdmin } from './fixtures/accounts.ts'
import { buy, publish, signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com' } })

/** What a browser tells a page whose tab is left, or opened again. */
async function turnPage(page: Page, state: 'hidden' | 'visible') {
  await page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

test('sales fall in on the open dashboard, are thanked by keyboard, and become one card', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = await site.newVisitor()
  await signIn(page, { email: 'lena@example.com', name: 'Lena' })
  const id = await publish(page, { kind: 'Text', title: 'Dusk', price: '5.00', text: 'It is dusk.' })
  // The event stream is open once the page is hydrated.
  const eventStreamOpened = page.waitForResponse((answer) => answer.url().endsWith('/api/events'))
  await page.goto('/dashboard')
  await eventStreamOpened
  await page.getByRole('heading', { name: 'Four steps to your first sale' }).waitFor()
  await expect(page.getByText('No sales yet')).toBeVisible()
  const card = page.getByRole('region', { name: 'New sales' })

  await buy((await site.newVisitor()).page, id)

  await expect(card.getByRole('heading', { name: 'Your first sale' })).toBeVisible()
  await expect(card.getByRole('status')).toHaveText(/paid \$5\.00 for Dusk\. You earned \$4\.00\.$/)
  await expect(page.getByRole('region', { name: 'Your stats' })).toContainText('$4.00')
  await card.getByRole('button', { name: 'Say thanks' }).focus()
  await page.keyboard.press('Enter')
  await expect(card.getByLabel('Your message')).toBeFocused()
  await page.keyboard.type('Thank you for being the first.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(card.getByText('You thanked them: “Thank you for being the first.”')).toBeVisible()

  for (let count = 0; count < 2; count++) await buy((await site.newVisitor()).page, id)

  await expect(card.getByText('3 new sales', { exact: true })).toBeVisible()
  await expect(card.getByText('+$12.00')).toBeVisible()
  // A sale that comes while nobody looks is there when somebody looks again.
  await turnPage(page, 'hidden')
  await buy((await site.newVisitor()).page, id)
  await turnPage(page, 'visible')
  await expect(card.getByText('4 new sales', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(card).toHaveCount(0)
  expect(pageErrors).toEqual([])
})

test('creators see their own page with a bar, and others without it', { tag: '@long' }, async () => {
  const { page, pageErrors } = await site.newVisitor()
  await signIn(page, { email: 'ola@example.com', name: 'Ola' })
  const id = await publish(page, { kind: 'Text', title: 'Fog', price: '5.00', text: 'It is foggy.' })
  const fan = await site.newVisitor()
  await buy(fan.page, id)
  const bar = page.getByRole('region', { name: 'Your item' })
  // The browser learns there that a creator uses it, and which items are theirs.
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Fog' }).waitFor()

  await page.goto(`/p/${id}`)

  await expect(bar).toContainText('1 sale')
  await expect(bar).toContainText('$4.00 earned')
  await expect(page.getByText('Buyers see “Pay $5.00 to unlock” here.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeHidden()
  await expect(page.getByRole('link', { name: /^Follow/ })).toHaveCount(0)
  await expect(bar.getByRole('link', { name: 'Edit Fog' })).toHaveAttribute('href', `/edit/${id}`)
  await expect(bar.getByRole('link', { name: 'Stats for Fog' })).toHaveAttribute(
    'href',
    `/analytics?item=${id}`,
  )
  await page.getByRole('link', { name: 'Test purchase' }).click()
  await expect(page).toHaveURL(/\?try$/)

  const draft = await page.request.post(buildUrl(setContentStatus, { params: { id } }), {
    data: { status: 'draft' },
  })
  expect(draft.ok()).toBe(true)
  await page.goto(`/p/${id}`)
  await expect(page).toHaveURL(/\?try$/)
  await expect(bar).toContainText('Only you and its buyers see it')
  await bar.getByRole('button', { name: 'Publish' }).click()
  await expect(bar).toContainText('1 sale')
  await fan.page.goto(`/p/${id}`)
  await fan.page.getByText('You own this').waitFor()
  await expect(fan.page.getByRole('region', { name: 'Your item' })).toHaveCount(0)

  const admin = await openAdmin(site)
  const takedown = await admin.page.request.post(buildUrl(takeDownContent, { params: { id } }), {
    data: { reason: 'It shows a face.' },
  })
  expect(takedown.ok()).toBe(true)
  await page.goto(`/p/${id}`)
  await page.getByRole('heading', { name: '“Fog” was taken down' }).waitFor()
  await expect(page.getByText('The reason: It shows a face.')).toBeVisible()
  expect([...pageErrors, ...fan.pageErrors]).toEqual([])
})
