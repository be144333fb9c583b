import { accessPath, cards, goToCheckout, payWith, publish, signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()
let fixed = ''
let tips = ''

test.beforeAll(async () => {
  const { page } = await site.openVisitor()
  await signIn(page, { email: 'mara@example.com', name: 'Mara' })
  fixed = await publish(page, { kind: 'Text', title: 'Notes', price: '5.00', text: 'Wait four minutes.' })
  tips = await publish(page, { kind: 'Text', title: 'Tips', minimum: '2.00', text: 'Thank you.' })
})

test('a declined card is shown beside the card form, the input stays, and another card pays', async () => {
  const { page, pageErrors } = await site.newVisitor()
  await goToCheckout(page, fixed)
  await payWith(page, cards.declined, 'fan@example.com')

  await page.getByText('Your card was declined.').first().waitFor()
  await page.getByText('Payment Failed').first().waitFor()
  await expect(page.getByLabel('E-mail')).toHaveValue('fan@example.com')
  await page.getByLabel('Card number').fill(cards.insufficientFunds)
  await page.getByRole('button', { name: 'Complete Purchase' }).click()
  await page.getByText('There is not enough money on this card.').first().waitFor()
  await page.getByLabel('Card number').fill(cards.success)
  await page.getByRole('button', { name: 'Complete Purchase' }).click()

  await page.getByText('Wait four minutes.').waitFor()
  expect(pageErrors).toEqual([])
})

test('a real card number never leaves the page', async () => {
  const { page } = await site.newVisitor()
  await goToCheckout(page, fixed)
  const sent: Array<string> = []
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))

  await payWith(page, '5555 5555 5555 4444')

  await page.getByText('This is a test form. Never type a real card.').first().waitFor()
  expect(sent.filter((text) => text.replace(/\D/g, '').includes('5555555555554444'))).toEqual([])
})

test('3-D Secure redirects to the bank: failing returns to the form, completing unlocks', async () => {
  const { page } = await site.newVisitor()
  await goToCheckout(page, fixed)
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
  await goToCheckout(page, fixed)
  await payWith(page, cards.slow)

  await page.getByText('Verifying Your Purchase').waitFor()
  await page.getByText('Wait four minutes.').waitFor({ timeout: 40_000 })
})

test('an amount below the minimum is rejected with a message, the minimum and more are accepted', async () => {
  const { page } = await site.newVisitor()
  await page.goto(`/p/${tips}`)
  await page.getByLabel('Pay what you want').fill('1.99')
  await page.getByRole('button', { name: /^Pay/ }).first().click()

  await page.getByText('Amount too low').first().waitFor()
  await page.getByText('Minimum amount is $2.00').first().waitFor()
  await page.getByLabel('Pay what you want').fill('7.50')
  await page.getByRole('button', { name: 'Pay $7.50 to unlock' }).first().click()
  await page.getByLabel('Card number').waitFor()

  expect(await page.getByText('$7.50').count()).toBeGreaterThan(0)
})

for (const [typed, amount] of [
  ['７５０', '$750.00'],
  ['٧٥٠', '$750.00'],
  ['７5', '$75.00'],
  ['7,50', '$7.50'],
] as const) {
  test(`${typed} typed as an amount is ${amount} on the button, at the checkout and on the order`, {
    tag: /[٠-٩]|７5/.test(typed) ? '@long' : [],
  }, async () => {
    const { page, pageErrors } = await site.newVisitor({ width: 390 })
    await page.goto(`/p/${tips}`)

    await page.getByLabel('Pay what you want').fill(typed)
    await page
      .getByRole('button', { name: `Pay ${amount} to unlock` })
      .first()
      .click()
    await page.locator('[data-amount]', { hasText: amount }).first().waitFor()
    await payWith(page, cards.success)

    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
    await page.goto(`${await accessPath(page)}/receipt`)
    await page.getByText(amount).first().waitFor()
    expect(pageErrors).toEqual([])
  })
}

test('without JavaScript, an amount in full-width digits opens its checkout, and 1,000 is rejected with a message', async () => {
  const { page } = await site.newVisitor({ javaScript: false })
  await page.goto(`/p/${tips}`)
  await page.getByLabel('Pay what you want').fill('1,000')
  await page.getByRole('button', { name: /^Pay/ }).first().click()

  await page
    .getByText('Enter an amount like 2.00, with up to 2 decimals and no thousands separator')
    .waitFor()
  await expect(page.getByLabel('Pay what you want')).toHaveValue('1,000')
  await page.getByLabel('Pay what you want').fill('７５０')
  await page.getByRole('button', { name: 'Pay to unlock' }).first().click()

  await page.waitForURL(/\/checkout\/\d+\?.*amount=750\.00/)
})

for (const width of [390, 1280]) {
  test(`at ${width} px, the toast about an amount covers neither its field nor the pay button`, async () => {
    const { page } = await site.newVisitor({ width })
    await page.goto(`/p/${tips}`)
    await page.getByLabel('Pay what you want').fill('1.99')
    const pay = page.getByRole('button', { name: /^Pay/ }).first()
    await pay.click()
    await page.getByText('Amount too low').first().waitFor()

    for (const target of [pay, page.getByLabel('Pay what you want')]) {
      await target.scrollIntoViewIfNeeded()
      expect(await target.evaluate(isOnTop)).toBe(true)
    }
  })
}

/** Whether a click in the middle of an element would reach it. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const found = document.elementFromPoint(left + width / 2, top + height / 2)
  return found !== null && element.contains(found)
}

test('a missing item shows a page with status 404', async () => {
  const { page } = await site.newVisitor()

  const answer = await page.goto('/p/123456789012')

  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Content Not Found' }).waitFor()
})

test('another browser cannot download, whatever its URL says', async () => {
  const stranger = await site.newVisitor()

  const { page } = stranger
  await page.goto(`/p/${fixed}?success=true`)
  const answer = await page.request.post(`/api/content/${fixed}/download`, {
    headers: { origin: site.url('') },
  })

  expect(answer.status()).toBe(404)
  expect(await answer.text()).not.toContain('Wait four minutes.')
})

test('the access link opens the purchase on another device and downloads it again', async () => {
  const { page } = await site.newVisitor()
  await goToCheckout(page, fixed)
  await payWith(page, cards.success)
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  const access = await accessPath(page)
  const other = await site.newVisitor({ width: 360, dark: true })

  await other.page.goto(access)

  await other.page.getByText('Wait four minutes.').waitFor()
  for (let i = 0; i < 2; i++) {
    const file = await page.request.post(`/api/content/${fixed}/download`, {
      headers: { origin: site.url('') },
    })
    expect(await file.text()).toBe('Wait four minutes.')
  }
})

test('a tab closed right after paying loses nothing: the sale and the email exist', async () => {
  const { page } = await site.newVisitor()
  await goToCheckout(page, tips)
  await page.route('**/success*', (route) => route.abort())
  await page.route('**/complete', (route) => route.abort())
  await page.getByLabel('E-mail').fill('closed@example.com')
  const confirmed = page.waitForResponse('**/api/sandbox/confirm')
  await payWith(page, cards.success, 'closed@example.com')
  await confirmed
  await page.close()

  const { page: other } = await site.newVisitor()
  await expect
    .poll(async () => (await other.request.get('/dev/mail')).text())
    .toMatch(/Your access to Tips<\/b><small>to closed@example\.com/)
})

test('a typo in the email is offered for correction and corrected only on click', async () => {
  const { page, pageErrors } = await site.newVisitor({ width: 360 })
  await goToCheckout(page, fixed)
  await page.getByLabel('E-mail').fill('ana@gmial.com')
  await page.keyboard.press('Tab')

  const offer = page.getByRole('button', { name: 'Did you mean ana@gmail.com?' })
  await offer.waitFor()
  await expect(page.getByLabel('E-mail')).toHaveValue('ana@gmial.com')
  await page.keyboard.press('Enter')

  await expect(page.getByLabel('E-mail')).toHaveValue('ana@gmail.com')
  await offer.waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])
})

test('in a second browser, the owner’s email can pay again, and the owner gets an email', async () => {
  const first = await site.newVisitor()
  await goToCheckout(first.page, fixed)
  await payWith(first.page, cards.success, 'owner@example.com')
  await first.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  const { page } = await site.newVisitor({ width: 360 })
  await goToCheckout(page, fixed)

  await payWith(page, cards.success, 'owner@example.com')

  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  const emails = async () => (await page.request.get('/dev/mail')).text()
  await expect.poll(emails).toMatch(/You already own Notes<\/b><small>to owner@example.com/)
})

/** Two tabs of one browser, each with its own payment for the same item. */
async function twoTabs() {
  const { page, context } = await site.newVisitor()
  const second = await context.newPage()
  for (const [tab, amount] of [
    [page, '3'],
    [second, '4'],
  ] as const) {
    await tab.goto(`/p/${tips}`)
    await tab.getByLabel('Pay what you want').fill(amount)
    await tab
      .getByRole('button', { name: `Pay $${amount}.00 to unlock` })
      .first()
      .click()
    await tab.getByLabel('Card number').waitFor()
  }
  return { page, second }
}

test('a second tab warns before paying for an item that the first tab bought', async () => {
  const { page, second } = await twoTabs()
  await payWith(page, cards.success, 'fan@example.com')
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()

  await payWith(second, cards.success, 'fan@example.com')
  await second.getByText('You already own this. Buy again?').waitFor()
  await second.getByRole('link', { name: 'Open what you bought' }).waitFor()
  await second.waitForTimeout(1_100)
  await second.getByRole('button', { name: 'Complete Purchase' }).click()

  await second.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
})

test('a second tab warns while a payment of the first is processing', {
  tag: '@long',
}, async () => {
  const { page, second } = await twoTabs()
  await payWith(page, cards.slow, 'patient@example.com')
  await page.getByText('Your payment is still processing').waitFor()

  await second.getByLabel('E-mail').fill('patient@example.com')
  await second.getByLabel('Card number').fill(cards.success)
  await second.getByLabel('Expiry').fill('12 / 34')
  await second.getByLabel('CVC').fill('123')
  await second.getByRole('button', { name: 'Complete Purchase' }).dblclick()

  await second.getByText('Your previous payment is still processing').waitFor()
  expect(new URL(second.url()).pathname).toBe(`/checkout/${tips}`)
  await page.getByText('Thank you.').waitFor({ timeout: 40_000 })
})

test('the same browser warns before paying again, with a link to the purchase', async () => {
  const { page } = await site.newVisitor()
  await goToCheckout(page, fixed)
  await payWith(page, cards.success)
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await page.goto(`/p/${fixed}`)
  await page.getByRole('button', { name: /^Pay/ }).first().click()

  await page.getByRole('heading', { name: 'You already own this. Buy again?' }).waitFor()
  await page.getByRole('link', { name: 'Open what you bought' }).click()

  await page.getByText('Wait four minutes.').waitFor()
})

test('a checkout paused after declined cards says so in the pay card, and works again later', async () => {
  const { page } = await site.newVisitor({ width: 360 })
  const said = 'Several cards in a row were declined here, so paying for this item is closed.'
  await page.route('**/api/create-payment-intent', (route) =>
    route.fulfill({ status: 429, json: { code: 'throttled', message: said } }),
  )
  await page.goto(`/p/${fixed}`)
  await page.getByRole('button', { name: /^Pay/ }).first().click()

  const notice = page.locator('form').getByText(said)
  await notice.waitFor()
  await page.getByRole('button', { name: 'Close' }).first().click()
  await expect(notice).toBeVisible()
  await page.unroute('**/api/create-payment-intent')
  await page.getByRole('button', { name: /^Pay/ }).first().click()
  await page.getByLabel('Card number').waitFor()
})
