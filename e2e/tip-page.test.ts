import { updateProfile } from '../contract/accounts.ts'
import { buy, cards, goToCheckout, payWith } from './fixtures/actions.ts'
import { fileForSale } from './fixtures/items.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()
const loops = fileForSale(site)

/** Publishes a text with pay what you want, by the same call as the upload page. */
async function publishPayWhatYouWant(fields: Record<string, string> = {}) {
  const answer = await loops.creator.page.request.post('/api/content', {
    multipart: {
      kind: 'text',
      title: 'Evening light',
      textContent: 'Wait four minutes.',
      pricingModel: 'pay_what_you_want',
      minimumPrice: '2.00',
      ...fields,
    },
  })
  return String((await answer.json()).id)
}

test('a lost access link is emailed again, from the tip page, by keyboard', async () => {
  const { page } = await site.newVisitor()
  await buy(page, loops.id, { email: 'lost@gmail.com' })

  await page.goto(`/p/${loops.id}`)
  await page.getByRole('link', { name: 'Resend my link' }).click()
  await page.getByLabel('Email').focus()
  await page.keyboard.type('lost@gmial.com')
  await page.keyboard.press('Tab')
  // The code of the suggestion loads with the first focus, so it may appear after Tab.
  await page.getByRole('button', { name: 'Did you mean lost@gmail.com?' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toHaveValue('lost@gmail.com')
  await page.keyboard.press('Enter')

  await page.getByText('If we find purchases under that address').waitFor()
  await expect
    .poll(async () => (await page.request.get('/dev/mail')).text())
    .toContain('Your Tipdrop access links')
})

test('long words do not overflow a phone’s screen', { tag: '@long' }, async () => {
  const item = await publishPayWhatYouWant({
    title: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    description: 'x'.repeat(300),
  })
  const { page } = await site.newVisitor({ width: 360 })

  await page.goto(`/p/${item}`)
  const tipPageWidth = await page.evaluate(() => document.documentElement.scrollWidth)
  await goToCheckout(page, item)
  const checkoutWidth = await page.evaluate(() => document.documentElement.scrollWidth)

  expect([tipPageWidth, checkoutWidth]).toEqual([360, 360])
})

test('without JavaScript, everything works up to the card form', { tag: '@firefox' }, async () => {
  const item = await publishPayWhatYouWant()
  const { page } = await site.newVisitor({ javaScript: false })
  await page.goto(`/p/${item}?email=fan@example.com`)

  await page.getByLabel('Pay what you want').fill('1')
  await page.getByRole('button', { name: /^Pay/ }).first().click()
  await page.getByText('Minimum amount is $2.00').waitFor()
  await expect(page.getByLabel('Pay what you want')).toHaveValue('1')
  await page.getByLabel('Pay what you want').fill('4')
  await page.getByRole('button', { name: /^Pay/ }).first().click()

  await page.waitForURL(new RegExp(`/checkout/${item}\\?`))
  expect(await page.content()).toContain('Card payments need')
  await expect(page.getByText('Setting up payment...')).toBeHidden()
  expect(new URL(page.url()).pathname).toBe(`/checkout/${item}`)
})

test('a supporter follows a link with a higher amount, leaves a name, and is listed on the tip page', {
  tag: '@firefox',
}, async () => {
  const item = await publishPayWhatYouWant({
    showSupporters: 'true',
    suggestedAmounts: '4, 8, 16',
    description: 'Recorded at dusk.',
  })
  const { page, pageErrors } = await site.newVisitor({ width: 360 })
  await page.goto(`/p/${item}?amount=7.5&email=ana@example.com&utm_source=mail`)

  await page.getByText('Add your name or a message').click()
  await page.getByLabel('Your name').fill('Ana')
  await page.getByLabel('Message to the creator').fill('Thank you for this')
  await expect(page.getByRole('button', { name: 'Leave out the message' })).toBeVisible()
  await page.getByRole('button', { name: 'Pay $7.50 to unlock' }).first().click()
  await payWith(page, cards.success, 'ana@example.com')
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()

  await page.goto(`/p/${item}`)
  const message = await page.getByText('Thank you for this').boundingBox()
  const description = await page.getByText('Recorded at dusk.').boundingBox()
  expect(message?.y).toBeGreaterThan(description?.y ?? Number.POSITIVE_INFINITY)
  await page.getByRole('link', { name: 'Buy it again' }).click()
  await page.getByText('$16', { exact: true }).click()
  await page.getByRole('button', { name: 'Pay $16.00 to unlock' }).first().waitFor()
  expect(pageErrors).toEqual([])
})

test('a tip page says who made the item, what a buyer gets, and what buyers usually pay', {
  tag: '@long',
}, async () => {
  const { page: creator } = loops.creator
  await creator.request.patch(updateProfile.path, { data: { firstName: 'Mara', handle: 'mara_reads' } })
  const item = await publishPayWhatYouWant()
  for (const amount of ['2.00', '4.00', '6.00', '6.00', '9.00'])
    await buy((await site.newVisitor()).page, item, { amount })
  const { page } = await site.newVisitor({ width: 360 })

  await page.goto(`/p/${item}`)

  await expect(page.getByText('Half of people pay $6 or more')).toBeVisible()
  await expect(page.getByRole('radio', { name: '$2 minimum' })).toBeVisible()
  await page.getByRole('radio', { name: '$15' }).click()
  await expect(page.getByRole('button', { name: 'Pay $15.00 to unlock' }).first()).toBeVisible()
  await expect(page.getByText('Read it in your browser right after you pay.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'by Mara @mara_reads' })).toBeVisible()
})

test('the share dialog has the link, a QR code, and closes by keyboard', async () => {
  const { page, context, pageErrors } = await site.newVisitor()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/p/${loops.id}?utm_source=mail`)

  await page.getByRole('button', { name: 'Share' }).click()
  const code = page.getByRole('img', { name: 'QR code' })
  await code.waitFor()
  expect(await code.evaluate((img) => img instanceof HTMLImageElement && img.decode().then(() => true))).toBe(
    true,
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()

  await page.getByText('Link copied!').first().waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await page.locator('link[rel=canonical]').getAttribute('href'),
  )
  expect(pageErrors).toEqual([])
})

test('before paying, a tip page sets no cookie and sends no request to other sites', async () => {
  const { page, context, pageErrors } = await site.newVisitor({ width: 360 })
  const externalUrls: Array<string> = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(site.url('/')).origin)
      externalUrls.push(request.url())
  })

  await page.goto(`/p/${loops.id}`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('img', { name: 'QR code' }).waitFor()

  expect(await context.cookies(page.url())).toEqual([])
  expect(externalUrls).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Pay/ }).first().click()
  await page.getByLabel('Card number').waitFor()
  expect((await context.cookies(page.url())).map(({ name, httpOnly }) => [name, httpOnly])).toEqual([
    ['buyer', true],
  ])
  expect(pageErrors).toEqual([])
})

test('a creator opens a test purchase of their item, which is marked as TEST', async () => {
  const { page, context, pageErrors } = await site.newVisitor({ width: 360 })
  await context.addCookies(await loops.creator.context.cookies())
  await page.goto('/dashboard')
  await page.waitForFunction(() => localStorage.getItem('sells-here') !== null)
  await page.goto(`/p/${loops.id}`)

  await page.getByRole('link', { name: 'Test purchase' }).first().click()
  await page.getByText('TEST. You’re seeing your own item the way a buyer does.').waitFor()
  await page.getByRole('button', { name: 'Pay $5.00 to unlock' }).first().click()
  await page.getByText('TEST. This is your own item, the way a buyer gets it.').waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('loops.zip')
  await expect(page.getByRole('link', { name: 'Request a refund' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Receipt' }).click()
  await page.getByText('TEST. No money moved.').waitFor()

  await expect
    .poll(async () => (await page.request.get('/dev/mail')).text())
    .toMatch(/TEST: Harbour loops is yours<\/b><small>to mara@example\.com/)
  expect(pageErrors).toEqual([])
})

test('a stranger who opens a test purchase must sign in and cannot test another creator’s item', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor()

  const answer = await page.goto(`/p/${loops.id}?try`)

  expect(answer?.status()).toBe(401)
  await page.getByRole('heading', { name: 'Sign in to see it as a buyer' }).waitFor()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
})

for (const [width, height] of [
  [390, 844],
  [360, 640],
  [320, 568],
  [500, 862],
] as const)
  test(`the pay bar never stands beside the pay button at ${width} × ${height}`, {
    tag: '@long',
  }, async () => {
    const item = await publishPayWhatYouWant({
      suggestedAmounts: '4, 8, 16',
      description: 'Dusk. '.repeat(200),
    })
    const { page } = await site.newVisitor({ width })
    await page.setViewportSize({ width, height })
    await page.goto(`/p/${item}`)
    const shown = () =>
      page.evaluate(() => {
        const box = document.querySelector('[data-pay-button]')?.getBoundingClientRect()
        // A finger reaches a button that is seen by half; the bar covers what is less.
        const seen = box ? Math.min(box.bottom, innerHeight) - Math.max(box.top, 0) : 0
        const isButtonSeen = box !== undefined && seen >= box.height / 2
        return {
          isButtonSeen,
          isBarSeen: document.querySelector<HTMLElement>('[data-pay-bar]')?.hidden === false,
        }
      })

    for (const share of [0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1]) {
      await page.evaluate((to) => scrollTo(0, to * document.documentElement.scrollHeight), share)
      await expect
        .poll(async () => {
          const { isButtonSeen, isBarSeen } = await shown()
          return isButtonSeen !== isBarSeen
        })
        .toBe(true)
    }
  })
