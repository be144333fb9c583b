import { expect, test } from 'vitest'
import { journeys, type Person } from './support/journey.ts'
import { cards, goToCheckout, payWith, publish, signIn } from './support/people.ts'

const j = journeys()
/** A busy machine takes its time; how long is nobody's question here. */
const patient = { timeout: 30_000, interval: 500 }

/** Browsers of tests say that they are machines, and machines do not count. */
async function asPerson({ context, page }: Person): Promise<void> {
  const session = await context.newCDPSession(page)
  const userAgent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0 Safari/537.36'
  await session.send('Network.setUserAgentOverride', { userAgent })
}

test('from the first look to the sale: the dashboard tells views, checkouts, sales and earnings', async () => {
  const { page, faults } = await j.person()
  await signIn(page, { email: 'mara@example.com', name: 'Mara' })
  await page.getByRole('heading', { name: 'No content yet' }).waitFor()
  await page.getByRole('heading', { name: 'No earnings in this time' }).waitFor()
  const id = await publish(page, { kind: 'Text', title: 'A letter', price: '10.00', text: 'Dear you' })
  const fan = await j.person()
  await asPerson(fan)
  const counted = fan.page.waitForResponse(`**/api/content/${id}/view`)
  await fan.page.goto(`/p/${id}?utm_source=newsletter`)
  expect((await counted).status()).toBe(200)
  expect(await fan.context.cookies(fan.page.url())).toEqual([])
  await goToCheckout(fan.page, id)
  await payWith(fan.page, cards.pays)
  await fan.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await page.goto(`/p/${id}`)

  await expect
    .poll(async () => {
      await page.goto('/')
      return page.getByText('1 view · 100% convert').count()
    }, patient)
    .toBe(1)

  await page.getByRole('heading', { name: 'Set Up Payouts to Receive Your Earnings' }).waitFor()
  await page
    .getByText('You have $8.00 ready for payout! Set up your payout method (PayPal, Wise, etc.)')
    .waitFor()
  expect(await page.getByRole('link', { name: 'Set Up Payouts' }).getAttribute('href')).toBe('/settings')
  await page.getByText('$8.00 from 1 sale').waitFor()
  await page.getByText('Show as a table').click()
  expect(await page.getByRole('table', { name: 'Earnings, last 30 days' }).getByRole('row').count()).toBe(31)
  await page.getByText('7 d').click()
  await page.getByRole('heading', { name: 'Earnings, last 7 days' }).waitFor()
  await page.getByRole('button', { name: 'Numbers of A letter' }).click()
  const numbers = page.getByRole('region', { name: 'Numbers of A letter' })
  await numbers.getByText('Views, last 30 days').waitFor()
  expect((await numbers.getByRole('list').innerText()).replace(/\s+/g, ' ')).toMatch(
    /1 view 1 checkout 100% went on 1 sale 100% went on/,
  )
  expect([...faults, ...fan.faults]).toEqual([])
})

test('sixty items come in pages; search, order and category are in the address and survive a reload', async () => {
  const { page } = await j.person()
  await signIn(page, { email: 'jonas@example.com', name: 'Jonas' })
  await fillShelf(page, 60)

  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByText('Showing all 60 items').waitFor()
  const titles = page.getByRole('listitem').getByRole('heading', { level: 3 })
  expect(await titles.count()).toBe(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => titles.count(), patient).toBe(60)

  await page.getByRole('searchbox').fill('NUMBER 1')
  await page.getByText('Showing 11 of 60 items').waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Sort by').selectOption({ label: 'Price: high to low' })
  await page.getByLabel('Category').selectOption({ label: 'Music' })
  await page.getByText('Showing 6 of 60 items').waitFor()
  expect(new URL(page.url()).search).toBe('?q=NUMBER+1&sort=price-high&category=music')
  const shown = await titles.allInnerTexts()
  await page.reload()
  await page.getByText('Showing 6 of 60 items').waitFor()
  expect(await titles.allInnerTexts()).toEqual(shown)
  expect(shown[0]).toBe('Number 19')
  await page.waitForLoadState('networkidle')

  await page.getByRole('searchbox').fill('nothing like it')
  await page.getByRole('heading', { name: 'No matching content' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('Showing all 60 items').waitFor()
  expect(await page.getByLabel('Sort by').count()).toBe(0)
  expect(await page.getByRole('searchbox').inputValue()).toBe('')
})

test('what does not load says so, and can be asked for again', async () => {
  const { page } = await j.person()
  await signIn(page, { email: 'ines@example.com', name: 'Ines' })
  await page.getByRole('heading', { name: 'No content yet' }).waitFor()
  await page.route('**/api/content/page*', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.route('**/api/earnings/history*', (route) => route.abort())

  await page.goto('/pricing')
  await page.getByRole('link', { name: 'Tipdrop' }).first().click()
  await page.reload()
  await page.getByText('Your earnings did not load').waitFor()

  await page.unroute('**/api/earnings/history*')
  await page.getByRole('button', { name: 'Try Again' }).first().click()
  await page.getByRole('heading', { name: 'No earnings in this time' }).waitFor()
})

test('at 360 pixels nothing is wider than the screen', async () => {
  const { page } = await j.person({ width: 360 })
  await signIn(page, { email: 'lena@example.com', name: 'Lena' })
  await publish(page, {
    kind: 'Text',
    title: 'Averylongtitlewithoutanyspacesthatcouldnotbreakanywhereelse',
    price: '99999.00',
    text: 'x',
  })

  await page.getByRole('button', { name: /^Numbers of/ }).click()
  await page.getByText('Views, last 30 days').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

async function fillShelf(page: Person['page'], count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const answer = await page.request.post('/api/content', {
      multipart: {
        kind: 'text',
        title: `Number ${n}`,
        price: `${n + 1}.00`,
        textContent: 'x',
        category: n % 2 === 0 ? 'template' : 'music',
      },
    })
    expect(answer.status()).toBe(200)
  }
}
