import { updateProfile } from '../contract/accounts.ts'
import { buy, cards, chooseInMenu, goToCheckout, payWith, publish, signIn } from './fixtures/actions.ts'
import { expect, openSite, setBrowserUserAgent, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
/** A busy machine may be slow; this test does not measure time. */
const pollOptions = { timeout: 30_000, intervals: [500] }

test('the dashboard shows views, checkouts, sales and earnings of an item', { tag: '@long' }, async () => {
  const { page, pageErrors } = await site.newVisitor()
  await signIn(page, { email: 'mara@example.com', name: 'Mara' })
  await page.goto('/dashboard')
  await page.getByText('Welcome, Mara').waitFor()
  await page.getByRole('heading', { name: 'Four steps to your first sale' }).waitFor()
  await page.getByRole('heading', { name: 'No content yet' }).waitFor()
  const id = await publish(page, { kind: 'Text', title: 'A letter', price: '10.00', text: 'Dear you' })
  const fan = await site.newVisitor()
  await setBrowserUserAgent(fan)
  const counted = fan.page.waitForResponse(`**/api/content/${id}/view`)
  await fan.page.goto(`/p/${id}?utm_source=newsletter`)
  expect((await counted).status()).toBe(200)
  expect(await fan.context.cookies(fan.page.url())).toEqual([])
  await goToCheckout(fan.page, id)
  await payWith(fan.page, cards.success)
  await fan.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await page.goto(`/p/${id}`)

  await expect
    .poll(async () => {
      await page.goto('/')
      return page.getByText('1 view · 100% conversion').count()
    }, pollOptions)
    .toBe(1)

  await page.getByRole('heading', { name: 'Set Up Payouts to Receive Your Earnings' }).waitFor()
  await page
    .getByText('You have $8.00 ready for payout! Set up your payout method (PayPal, Wise, etc.)')
    .waitFor()
  await page.getByText('Payouts start at $25.00.').first().waitFor()
  await expect(page.getByRole('link', { name: 'Set up payouts' })).toHaveAttribute('href', '/settings')
  const chart = page.getByRole('slider', { name: 'Earnings, last 30 days' })
  await expect(chart).toHaveAttribute('aria-valuetext', /, \$8\.00 from 1 sale, Published “A letter”$/)
  await chart.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', /, \$0\.00 from 0 sales$/)
  await page.getByText('View as table').click()
  await expect(page.getByRole('table', { name: 'Earnings, last 30 days' }).getByRole('row')).toHaveCount(31)
  await expect(
    page.getByRole('table', { name: 'Earnings, last 30 days' }).getByRole('row').last(),
  ).toContainText('Published “A letter”')
  await page.getByText('7 d').click()
  await page.getByRole('heading', { name: 'Earnings, last 7 days' }).waitFor()
  await chooseInMenu(page, 'A letter', 'Stats for')
  const stats = page.getByRole('region', { name: 'Stats for A letter' })
  await stats.getByText('Views, last 30 days').waitFor()
  expect((await stats.getByRole('list').innerText()).replace(/\s+/g, ' ')).toMatch(
    /1 view 1 checkout 100% continued 1 sale 100% continued/,
  )
  expect([...pageErrors, ...fan.pageErrors]).toEqual([])
})

test('a creator gets from the dashboard to their own page, and sees that a free preview failed', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor()
  await signIn(page, { email: 'ida@example.com', name: 'Ida' })
  await page.request.patch(updateProfile.path, { data: { firstName: 'Ida', handle: 'ida' } })
  const file = { name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no recording') }
  const item = { title: 'Song', price: '5.00', teaserSeconds: '15', file }
  await page.request.post('/api/content', { multipart: item })

  await expect(async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Song Preview failed' })).toBeVisible({ timeout: 2_000 })
  }).toPass(pollOptions)
  await page.getByRole('link', { name: 'See your page @ida' }).click()

  await expect(page).toHaveURL(/\/@ida$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Ida' })).toBeVisible()
})

test('sixty items are paginated, and search, sort and category survive a reload in the URL', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor()
  await signIn(page, { email: 'jonas@example.com', name: 'Jonas' })
  await createContent(page, 60)

  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByText('Showing all 60 items').waitFor()
  const titles = page.locator('[id^=item-]').getByRole('heading', { level: 3 })
  await expect(titles).toHaveCount(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(titles).toHaveCount(60)

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
  await expect(page.getByLabel('Sort by')).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('a failed load shows an error with a retry', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor()
  await signIn(page, { email: 'ines@example.com', name: 'Ines' })
  const id = await publish(page, { kind: 'Text', title: 'A letter', price: '10.00', text: 'Dear you' })
  await buy((await site.newVisitor()).page, id)
  await page.route('**/api/earnings/history*', (route) => route.abort())

  await page.goto('/dashboard')
  await page.getByText('Your earnings didn’t load').waitFor()

  await page.unroute('**/api/earnings/history*')
  await page.getByRole('button', { name: 'Try Again' }).first().click()
  await page.getByRole('slider', { name: 'Earnings, last 30 days' }).waitFor()
})

test('at 360 px nothing overflows the screen', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor({ width: 360 })
  await signIn(page, { email: 'lena@example.com', name: 'Lena' })
  await publish(page, {
    kind: 'Text',
    title: 'Averylongtitlewithoutanyspacesthatcouldnotbreakanywhereelse',
    price: '99999.00',
    text: 'x',
  })
  await page.goto('/dashboard')

  const upload = page.getByRole('link', { name: 'Upload New Content' })
  expect((await upload.boundingBox())?.height, 'The button has one line of text').toBe(44)
  await page.getByRole('button', { name: /^More for/ }).click()
  await page.getByText('Stats', { exact: true }).click()
  await page.getByText('Views, last 30 days').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

async function createContent(page: Visitor['page'], count: number): Promise<void> {
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
