import type { Page } from '@playwright/test'
import { paletteOf } from '../domain/brand-palette.ts'
import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { openAdmin } from './fixtures/accounts.ts'
import {
  buy,
  cards,
  goToCheckout,
  payForPro,
  payWith,
  publish,
  signIn,
  subscribeToPro,
} from './fixtures/actions.ts'
import { drawImage } from './fixtures/media.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com' } })
let admin: Visitor

test.beforeAll(async () => {
  admin = await openAdmin(site)
})

async function newCreator(email: string, screen = {}): Promise<Visitor> {
  const visitor = await site.newVisitor(screen)
  await signIn(visitor.page, { email, name: 'Mara' })
  return visitor
}

async function advanceClock(days: number) {
  const answer = await admin.page.request.post('/api/sandbox/clock', { data: { days } })
  expect(answer.status()).toBe(200)
}

test('a creator subscribes to Pro, sells without a fee, cancels and resumes', async () => {
  const { page, pageErrors } = await newCreator('mara@example.com')
  await page.goto('/settings/plan')
  await page.getByRole('link', { name: 'Go Pro' }).click()
  await page.getByRole('heading', { name: 'Payment Details' }).waitFor()
  await payForPro(page, cards.declined)
  await page.getByText('Your card was declined').first().waitFor()
  await payForPro(page, cards.success)
  await page.getByText('Welcome to Pro').first().waitFor()
  expect(new URL(page.url()).search).toBe('')

  const id = await publish(page, { kind: 'Text', title: 'Harbour loops', price: '10.00', text: 'Salt.' })
  const fan = await site.newVisitor()
  await buy(fan.page, id)
  await fan.page.getByText('Salt.').waitFor()
  const stats = await (await page.request.get('/api/analytics/stats')).json()

  await page.goto('/settings/plan')
  await page.getByText('You keep 100% of every sale.').waitFor()
  await page.getByRole('button', { name: 'Cancel Pro' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep Pro' }).waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Pro' }).click()
  await page.getByText('Pro is canceled, and you keep it until').waitFor()
  await page.getByRole('button', { name: 'Resume Pro' }).click()
  await page.getByText('You keep 100% of every sale.').waitFor()
  await page.goto('/subscribe')
  await page.getByRole('heading', { name: 'You’re on Pro' }).waitFor()

  expect(stats.totalEarnings).toBe(10)
  expect(pageErrors).toEqual([])
})

test('a failed renewal keeps Pro for the grace period, then it ends, and another card restores it', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = await newCreator('jonas@example.com')
  await payForPro(page, '4000 0000 0000 0341')
  await page.getByText('Welcome to Pro').first().waitFor()

  await advanceClock(31)
  const readState = async () => (await (await page.request.get('/api/subscription')).json()).state
  await expect.poll(readState).toBe('past_due')
  await page.goto('/settings/plan')
  await page.getByText('didn’t go through').waitFor()
  await page.getByRole('link', { name: 'Pay with another card' }).waitFor()
  await advanceClock(10)
  await expect.poll(readState).toBe('canceled')
  await page.goto('/settings/plan')
  await page.getByRole('link', { name: 'Go Pro' }).waitFor()
  await payForPro(page, cards.success)
  await page.getByText('Welcome to Pro').first().waitFor()

  expect(pageErrors).toEqual([])
})

test('a signed-out visitor of Pro is asked to sign in and returns to it', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor()

  await page.goto('/subscribe')

  await page.waitForURL(/\/sign-in\?returnTo=%2Fsubscribe/)
})

test('feedback from a Pro creator is confirmed as prioritized', { tag: '@long' }, async () => {
  const { page } = await newCreator('first@example.com')
  await subscribeToPro(page)
  await page.goto('/feedback')
  await page.getByLabel('Subject').fill('Charts')
  await page.getByLabel('Message').fill('More of them, please.')

  await page.getByRole('button', { name: 'Submit Feedback' }).click()

  await page.getByText('With Pro, your message goes to the front of the queue.').first().waitFor()
})

test('a subscription that fails to start shows an error with a retry', { tag: '@long' }, async () => {
  const { page } = await newCreator('lena@example.com')
  await page.route('**/api/create-subscription', (route) => route.fulfill({ status: 502, json: {} }))
  await page.goto('/subscribe')
  await page.getByRole('heading', { name: 'Setup Error' }).waitFor()
  await page.getByText('Failed to initialize subscription. Please try again.').first().waitFor()
  await page.unroute('**/api/create-subscription')

  await page.getByRole('button', { name: 'Try Again' }).click()

  await page.getByLabel('Card number').waitFor()
})

for (const screen of [
  { width: 360, dark: false },
  { width: 1280, dark: true },
]) {
  test(`Pro pages have no accessibility violations at ${screen.width} px`, {
    tag: '@long',
  }, async () => {
    const { page } = await newCreator(`axe${screen.width}@example.com`, screen)
    await page.goto('/subscribe')
    await page.getByLabel('Card number').waitFor()

    expect(await axeViolations(page)).toEqual([])
    expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
  })
}

const yellow = '#ffee00'

/** Sets a color and a logo for the creator's pages and hides the Tipdrop name, on the settings page. */
async function setBranding(page: Page) {
  await page.goto('/settings/branding')
  await page
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await drawImage(page, 'image/png') })
  await page.getByText('Logo saved').first().waitFor()
  await page.getByLabel('Color', { exact: true }).fill(yellow)
  await page.getByLabel('Hide the Tipdrop name on your pages').check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Branding saved').first().waitFor()
}

/** The brand styles that a creator's page shows. */
async function readBrandStyles(page: Page) {
  const logo = page.locator('header img[src^="/api/logos/"], header img[alt="Mara"]')
  await logo.first().waitFor()
  return {
    color: await page.evaluate(() => {
      const box = document.querySelector<HTMLElement>('#main')
      return box && getComputedStyle(box).getPropertyValue('--brand')
    }),
    hasPlatformName: /Tipdrop/.test(await page.locator('body').innerText()),
  }
}

for (const screen of [
  { width: 360, dark: false },
  { width: 1280, dark: true },
]) {
  test(`a Pro creator’s pages have their branding, also with a low-contrast color, at ${screen.width} px`, {
    tag: '@long',
  }, async () => {
    const { page } = await newCreator(`brand${screen.width}@example.com`)
    await subscribeToPro(page)
    await setBranding(page)
    const { brand } = paletteOf(yellow)[screen.dark ? 'dark' : 'light']
    const id = await publish(page, { kind: 'Text', title: 'Harbour loops', price: '10.00', text: 'Salt.' })
    const fan = await site.newVisitor(screen)
    const seen: Array<unknown> = []
    const readBranding = async () => {
      seen.push(await readBrandStyles(fan.page))
      expect(await axeViolations(fan.page)).toEqual([])
    }

    await fan.page.goto(`/p/${id}`)
    await readBranding()
    await goToCheckout(fan.page, id)
    await readBranding()
    await payWith(fan.page, cards.success)
    await fan.page.getByText('Payment Successful!').waitFor()
    await readBranding()
    const receipt = await fan.page.getByRole('link', { name: 'Receipt' }).getAttribute('href')
    await fan.page.goto(receipt?.replace(/\/receipt$/, '') ?? '')
    await readBranding()

    expect(seen).toEqual(Array(4).fill({ color: expect.stringContaining(brand), hasPlatformName: false }))
    expect(fan.pageErrors).toEqual([])
  })
}

test('the pricing page shows Pro beside the Creator Plan, with a link to it', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor()
  await page.goto('/pricing')

  const plans = await page.getByRole('heading', { level: 2 }).allInnerTexts()
  const price = await page.getByText('per month, cancel anytime').isVisible()
  await page.getByRole('link', { name: 'Go Pro' }).click()
  await page.waitForURL(/\/sign-in\?returnTo=%2Fsubscribe/)

  expect(plans.slice(0, 2)).toEqual(['Creator Plan', 'Pro'])
  expect(price).toBe(true)
})

test('the pricing page compares the plans for the sales that a visitor sets', { tag: '@long' }, async () => {
  const { page, pageErrors } = await site.newVisitor({ width: 360 })
  await page.goto('/pricing')
  const slider = page.getByRole('slider', { name: 'Your sales in a month' })
  await expect(page.getByText('Pro pays for itself from $495.00 of sales a month.')).toBeVisible()

  await slider.focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('status')).toHaveText('You’d keep $301.00 more with Pro.')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')

  await expect(slider).toHaveAttribute('aria-valuetext', '$5.00')
  await expect(page.getByText('You keep $4.00')).toBeVisible()
  await expect(page.getByText('You keep −$94.00')).toBeVisible()
  expect(pageErrors).toEqual([])
})

test('without JavaScript the pricing page compares the plans for three amounts', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor({ javaScript: false })
  await page.goto('/pricing')

  await expect(page.getByRole('row')).toHaveText([
    /Sales in a month/,
    '$100.00$80.00$1.00',
    '$495.00$396.00$396.00',
    '$2,000.00$1,600.00$1,901.00',
  ])
  await expect(page.getByRole('slider')).toBeHidden()
})
