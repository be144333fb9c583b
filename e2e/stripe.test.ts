import type { Browser } from '@playwright/test'
import { signInAs } from '../tests/support/test-app/creator-client.ts'
import { createHttpClient } from '../tests/support/test-app/http-client.ts'
import { type ConfirmCall, mockStripeJs, type StripeSite, startStripeSite } from './fixtures/stripe-site.ts'
import { expect, test } from './fixtures/test.ts'

let browser: Browser
let site: StripeSite
let item: { id: number }
let tipped: { id: number }
test.beforeAll(async ({ browser: launched }) => {
  browser = launched
  site = await startStripeSite()
  const creator = await signInAs(createHttpClient(site.app), site.mailbox, 'mara@example.com')
  item = await creator.publishText({ price: '10.00' })
  tipped = await creator.publishText({ price: '10.00', offersTip: 'true' })
})
test.afterAll(async () => {
  await site?.stop()
})
test.afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))

async function checkout() {
  const context = await browser.newContext({ baseURL: site.url, colorScheme: 'light' })
  const page = await context.newPage()
  const pageErrors: Array<string> = []
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) pageErrors.push(message.text())
  })
  const requestedUrls: Array<string> = []
  page.on('request', (request) => requestedUrls.push(request.url()))

  /** Confirms at Stripe and redirects back, as with a valid card. */
  function pay({ clientSecret, return_url }: ConfirmCall) {
    const id = clientSecret.split('_secret_')[0] ?? ''
    site.fakeStripe.simulate.pay(id)
    const url = new URL(return_url)
    url.searchParams.set('payment_intent', id)
    url.searchParams.set('payment_intent_client_secret', clientSecret)
    url.searchParams.set('redirect_status', 'succeeded')
    return { url: url.href }
  }
  const openCardForm = async () => {
    await page.goto(`/p/${item.id}`)
    await page.getByRole('button', { name: /^Pay / }).first().click()
    await page.getByText('Card fields of Stripe').waitFor()
  }
  const submit = () => page.getByRole('button', { name: 'Complete Purchase' }).click()
  return { ...site, page, item, pageErrors, requestedUrls, pay, openCardForm, submit }
}

test('a fan pays through Stripe, whose script loads with the card form only, and gets the item', async () => {
  const s = await checkout()
  const confirmCalls: Array<ConfirmCall> = []
  await mockStripeJs(s.page, (confirmed) => {
    confirmCalls.push(confirmed)
    return s.pay(confirmed)
  })
  await s.page.goto(`/p/${s.item.id}`)
  expect(s.requestedUrls.filter((url) => /stripe/.test(url))).toEqual([])

  await s.openCardForm()
  await s.page.getByLabel('Email').fill('fan1@example.com')
  await s.submit()
  await s.page.getByText('Payment Successful!').waitFor()

  const returnUrl = `${s.url}/success?content_id=${s.item.id}`
  expect(confirmCalls).toMatchObject([{ return_url: returnUrl }])
  // Stripe would email a receipt of its own.
  expect(confirmCalls[0]).not.toHaveProperty('receipt_email')
  await expect(s.page.getByText('Salt, flour, water.')).toHaveCount(1)
  expect(new URL(s.page.url()).search).not.toContain('secret')
  expect(s.pageErrors).toEqual([])
})

test('a decline is shown in the form and a toast, and the next attempt pays', { tag: '@long' }, async () => {
  const s = await checkout()
  const message = 'Your card has insufficient funds.'
  let attempts = 0
  await mockStripeJs(s.page, (confirmed) => {
    attempts += 1
    return attempts === 1
      ? { error: { type: 'card_error', code: 'card_declined', message } }
      : s.pay(confirmed)
  })
  await s.openCardForm()
  await s.page.getByLabel('Email').fill('fan2@example.com')

  await s.submit()
  await s.page.getByText('Payment Failed').first().waitFor()
  expect(await s.page.getByRole('alert').filter({ hasText: message }).count()).toBeGreaterThan(0)
  await expect(s.page.getByLabel('Email')).toHaveValue('fan2@example.com')

  await s.submit()
  await s.page.getByText('Payment Successful!').waitFor()
})

test('a double click confirms the card once', { tag: '@long' }, async () => {
  const s = await checkout()
  let attempts = 0
  await mockStripeJs(s.page, async (confirmed) => {
    attempts += 1
    await new Promise((resolve) => setTimeout(resolve, 300))
    return s.pay(confirmed)
  })
  await s.openCardForm()
  await s.page.getByLabel('Email').fill('fan3@example.com')

  await s.page.getByRole('button', { name: 'Complete Purchase' }).dblclick()
  await s.page.getByText('Payment Successful!').waitFor()

  expect(attempts).toBe(1)
})

test('a buyer declined by the bank returns to a working card form', { tag: '@long' }, async () => {
  const s = await checkout()
  await mockStripeJs(s.page, ({ clientSecret, return_url }) => {
    const url = new URL(return_url)
    url.searchParams.set('payment_intent', clientSecret.split('_secret_')[0] ?? '')
    url.searchParams.set('redirect_status', 'failed')
    return { url: url.href }
  })
  await s.openCardForm()
  await s.page.getByLabel('Email').fill('fan4@example.com')
  await s.submit()

  await s.page.getByRole('link', { name: 'Back to checkout' }).click()
  await s.page.getByText('Card fields of Stripe').waitFor()

  await expect(s.page.getByLabel('Email')).toHaveValue('fan4@example.com')
  expect(s.pageErrors).toEqual([])
})

test('a payment that another tab completed shows the purchase', { tag: '@long' }, async () => {
  const s = await checkout()
  await mockStripeJs(s.page, (confirmed) => {
    s.pay(confirmed)
    const id = confirmed.clientSecret.split('_secret_')[0]
    const payment_intent = { id, status: 'succeeded' }
    return {
      error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', payment_intent },
    }
  })
  await s.openCardForm()
  await s.page.getByLabel('Email').fill('fan5@example.com')

  await s.submit()

  await s.page.getByText('Payment Successful!').waitFor()
})

test('the card fields use the theme and follow its changes', { tag: '@long' }, async () => {
  const s = await checkout()
  const appliedColors: Array<string | undefined> = []
  await mockStripeJs(s.page, ({ appearance }) => {
    appliedColors.push(appearance.variables.colorBackground, appearance.variables.colorText)
    return { error: { type: 'card_error', message: 'No.' } }
  })
  await s.openCardForm()
  await s.page.getByLabel('Email').fill('fan6@example.com')

  await s.submit()
  await expect.poll(() => appliedColors.length).toBe(2)
  await s.page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await s.submit()
  await expect.poll(() => appliedColors.length).toBe(4)

  expect(appliedColors).toEqual([
    'rgb(255, 255, 255)',
    'rgb(28, 26, 22)',
    'rgb(29, 27, 22)',
    'rgb(244, 240, 230)',
  ])
})

test('the page says so when Stripe is blocked, and nothing is charged', { tag: '@long' }, async () => {
  const s = await checkout()
  await s.page.route('https://js.stripe.com/**', (route) => route.abort())
  await s.page.goto(`/checkout/${s.item.id}`)

  await s.page.getByText('The card form didn’t load').waitFor()

  await expect(s.page.getByRole('button', { name: 'Try Again' })).toHaveCount(1)
})

test('the sandbox’s bank page does not exist with Stripe', { tag: '@long' }, async () => {
  const s = await checkout()

  const answer = await s.page.goto('/sandbox/authenticate')

  expect(answer?.status()).toBe(404)
})

test('a card that was typed stays when a tip changes the amount, and the new amount is paid', {
  tag: '@long',
}, async () => {
  const s = await checkout()
  const calls: Array<ConfirmCall> = []
  await mockStripeJs(s.page, (confirmed) => {
    calls.push(confirmed)
    return s.pay(confirmed)
  })
  await s.page.goto(`/p/${tipped.id}`)
  await s.page.getByRole('button', { name: /^Pay / }).first().click()
  await s.page.getByText('Card fields of Stripe').waitFor()
  const card = s.page.getByRole('textbox', { name: 'Card' })
  await card.fill('4242')
  await s.page.getByText('$2.00').click()
  await expect(s.page.getByRole('definition').last()).toHaveText('$12.00')

  await expect(card).toHaveValue('4242')
  await s.page.getByLabel('Email').fill('fan9@example.com')
  await s.submit()
  await s.page.getByText('Payment Successful!').waitFor()

  expect(calls).toMatchObject([{ amount: 1_200 }])
})
