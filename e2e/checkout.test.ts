import { updateProfile } from '../contract/accounts.ts'
import { accessPath, cards, goToCheckout, payWith } from './fixtures/actions.ts'
import { textsForSale } from './fixtures/items.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()
const items = textsForSale(site)

test('a declined card is shown beside the card form, the input stays, and another card pays', {
  tag: '@firefox',
}, async () => {
  const { page, pageErrors } = await site.newVisitor()
  await goToCheckout(page, items.fixed)
  await payWith(page, cards.declined, 'fan@example.com')

  await page.getByText('Your card was declined.').first().waitFor()
  await page.getByText('Payment Failed').first().waitFor()
  await expect(page.getByLabel('Email')).toHaveValue('fan@example.com')
  await page.getByLabel('Card number').fill(cards.insufficientFunds)
  await page.getByRole('button', { name: 'Complete Purchase' }).click()
  await page.getByText('This card has insufficient funds.').first().waitFor()
  await page.getByLabel('Card number').fill(cards.success)
  await page.getByRole('button', { name: 'Complete Purchase' }).click()

  await page.getByText('Wait four minutes.').waitFor()
  expect(pageErrors).toEqual([])
})

test('a real card number never leaves the page', async () => {
  const { page } = await site.newVisitor()
  await goToCheckout(page, items.fixed)
  const sent: Array<string> = []
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))

  await payWith(page, '5555 5555 5555 4444')

  await page
    .getByText('That’s not a test card. Pick one below, and never use a real card here')
    .first()
    .waitFor()
  expect(sent.filter((text) => text.replace(/\D/g, '').includes('5555555555554444'))).toEqual([])
})

test('3-D Secure redirects to the bank: failing returns to the form, completing unlocks', {
  tag: '@firefox',
}, async () => {
  const { page } = await site.newVisitor()
  await goToCheckout(page, items.fixed)
  await payWith(page, cards.requires3ds)
  await page.getByRole('button', { name: 'Fail', exact: true }).click()
  await page.getByText('Payment Failed').first().waitFor()
  await page
    .getByRole('link', { name: /back to checkout|try again/i })
    .first()
    .click()

  await payWith(page, cards.requires3ds)
  await page.getByRole('button', { name: 'Complete', exact: true }).click()

  await page.getByText('Wait four minutes.').waitFor()
})

test('a slow payment shows that it is processing and completes automatically', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor()
  await goToCheckout(page, items.fixed)
  await payWith(page, cards.slow)

  await page.getByText('Verifying Your Purchase').waitFor()
  await page.getByText('Wait four minutes.').waitFor({ timeout: 40_000 })
})

test('a missing item shows a page with status 404', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor()

  const answer = await page.goto('/p/123456789012')

  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Content Not Found' }).waitFor()
})

test('another browser cannot download, whatever its URL says', { tag: '@long' }, async () => {
  const stranger = await site.newVisitor()

  const { page } = stranger
  await page.goto(`/p/${items.fixed}?success=true`)
  const answer = await page.request.post(`/api/content/${items.fixed}/download`, {
    headers: { origin: site.url('') },
  })

  expect(answer.status()).toBe(404)
  expect(await answer.text()).not.toContain('Wait four minutes.')
})

test('the access link opens the purchase on another device and downloads it again', {
  tag: '@firefox',
}, async () => {
  const { page } = await site.newVisitor()
  await goToCheckout(page, items.fixed)
  await payWith(page, cards.success)
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  const access = await accessPath(page)
  const other = await site.newVisitor({ width: 360, dark: true })

  await other.page.goto(access)

  await other.page.getByText('Wait four minutes.').waitFor()
  for (let i = 0; i < 2; i++) {
    const file = await page.request.post(`/api/content/${items.fixed}/download`, {
      headers: { origin: site.url('') },
    })
    expect(await file.text()).toBe('Wait four minutes.')
  }
})

test('a tab closed right after paying loses nothing: the sale and the email exist', {
  tag: '@firefox',
}, async () => {
  const { page } = await site.newVisitor()
  await goToCheckout(page, items.tips)
  await page.route('**/success*', (route) => route.abort())
  await page.route('**/complete', (route) => route.abort())
  await page.getByLabel('Email').fill('closed@example.com')
  const confirmed = page.waitForResponse('**/api/sandbox/confirm')
  await payWith(page, cards.success, 'closed@example.com')
  await confirmed
  await page.close()

  const { page: other } = await site.newVisitor()
  await expect
    .poll(async () => (await other.request.get('/dev/mail')).text())
    .toMatch(/Tips is yours<\/b><small>to closed@example\.com/)
})

test('a typo in the email is offered for correction and corrected only on click', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = await site.newVisitor({ width: 360 })
  await goToCheckout(page, items.fixed)
  const loaded = page.waitForResponse(/email-suggestion/)
  await page.getByLabel('Email').focus()
  await loaded
  await page.keyboard.type('ana@gmial.com')
  await page.keyboard.press('Tab')

  const offer = page.getByRole('button', { name: 'Did you mean ana@gmail.com?' })
  await offer.waitFor()
  await expect(page.getByLabel('Email')).toHaveValue('ana@gmial.com')
  await page.keyboard.press('Enter')

  await expect(page.getByLabel('Email')).toHaveValue('ana@gmail.com')
  await offer.waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])
})

test('the creator’s page opens beside the checkout, which keeps what was typed', {
  tag: '@long',
}, async () => {
  await items.creator.page.request.patch(updateProfile.path, { data: { firstName: 'Mara', handle: 'mara' } })
  const { page, context } = await site.newVisitor()
  await goToCheckout(page, items.fixed)
  await page.getByLabel('Card number').fill(cards.success)

  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'by Mara (opens in a new tab)' }).click()

  await expect(await opened).toHaveURL(/\/@mara$/)
  await expect(page.getByLabel('Card number')).toHaveValue(cards.success)
})

test('a missing email is announced in a toast, an invalid one at its field only', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor()
  await goToCheckout(page, items.fixed)
  await payWith(page, cards.success, 'ana')
  await page.getByText('Enter an email address like name@example.com').waitFor()
  await expect(page.getByText('Email Required')).toHaveCount(0)

  await page.getByLabel('Email').fill('')
  await page.getByRole('button', { name: 'Complete Purchase' }).click()

  await page.getByText('Email Required').first().waitFor()
})

test('a checkout paused after declined cards says so in the pay card, and works again later', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor({ width: 360 })
  const pausedText =
    'Several cards in a row were declined, so payments for this item are paused for 15 minutes.'
  await page.route('**/api/create-payment-intent', (route) =>
    route.fulfill({ status: 429, json: { code: 'rate_limited', message: pausedText } }),
  )
  await page.goto(`/p/${items.fixed}`)
  await page.getByRole('button', { name: /^Pay/ }).first().click()

  const notice = page.locator('form').getByText(pausedText)
  await notice.waitFor()
  await page.getByRole('button', { name: 'Close' }).first().click()
  await expect(notice).toBeVisible()
  await page.unroute('**/api/create-payment-intent')
  await page.getByRole('button', { name: /^Pay/ }).first().click()
  await page.getByLabel('Card number').waitFor()
})
