import { readFile } from 'node:fs/promises'
import { buy, cards, payWith, publish, signIn, subscribeToPro } from './fixtures/actions.ts'
import { expect, openSite, setBrowserUserAgent, test } from './fixtures/test.ts'

const site = openSite()

test('analytics show one item or all, are exported, and say when a range is empty', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = await site.newVisitor()
  await signIn(page, { email: 'mara@example.com', name: 'Mara' })
  await subscribeToPro(page)
  const dusk = await publish(page, { kind: 'Text', title: 'Dusk', price: '10.00', text: 'Salt.' })
  const dawn = await publish(page, { kind: 'Text', title: 'Dawn', price: '4.00', text: 'Tea.' })
  const { page: fan } = await site.newVisitor()
  await buy(fan, dusk)
  await buy(fan, dawn)
  await page.goto('/analytics')
  const totals = page.getByRole('region', { name: 'Totals' })
  await totals.getByText('$14.00').waitFor()

  await page.getByLabel('Item', { exact: true }).selectOption('Dawn')
  await totals.getByText('$4.00').waitFor()
  await page.reload()
  await totals.getByText('$4.00').waitFor()
  expect(new URL(page.url()).searchParams.get('item')).toBe(dawn)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toMatch(/\r\nTotal,,0,1,1,0,0,4\.00,0\.00,4\.00\r\n$/)

  await page.getByText('Custom', { exact: true }).click()
  await page.getByLabel('From', { exact: true }).fill('2024-01-01')
  await page.getByLabel('To', { exact: true }).fill('2024-01-07')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('“Dawn” had no visits and no sales on these dates.').waitFor()
  await page.getByRole('button', { name: 'Show all items' }).click()
  await page.getByText('Your tip pages had no visits and no sales on these dates.').waitFor()
  expect(pageErrors).toEqual([])
})

test('the funnel, the sources and the trends are the numbers of real views, checkouts and sales', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = await site.newVisitor()
  await signIn(page, { email: 'lena@example.com', name: 'Lena' })
  await subscribeToPro(page)
  const id = await publish(page, { kind: 'Text', title: 'Thaw', price: '10.00', text: 'Salt.' })
  // Four visitors view the page, two of them open the checkout, and one of them pays.
  for (const [index, stage] of ['view', 'view', 'checkout', 'sale'].entries()) {
    const fan = await site.newVisitor()
    await setBrowserUserAgent(fan, 150 + index)
    const counted = fan.page.waitForResponse(`**/api/content/${id}/view`)
    await fan.page.goto(`/p/${id}?utm_source=${stage === 'sale' ? 'newsletter' : 'forum'}`)
    expect((await counted).status()).toBe(200)
    if (stage === 'view') continue
    await fan.page.getByRole('button', { name: /^Pay / }).first().click()
    await fan.page.getByLabel('Card number').waitFor()
    if (stage === 'sale') await payWith(fan.page, cards.success)
    if (stage === 'sale') await fan.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  }
  const funnel = page.getByRole('region', { name: 'From view to sale' }).getByRole('listitem')

  await expect(async () => {
    await page.goto('/analytics')
    await expect(funnel).toHaveText(
      [/^Views4/, /^Reached checkout250% of views$/, /^Paid150% of checkouts$/],
      { timeout: 2_000 },
    )
  }).toPass({ timeout: 60_000 })

  const width = (step: number) =>
    funnel
      .nth(step)
      .locator('div[style]')
      .evaluate((bar) => bar.getBoundingClientRect().width)
  const full = await width(0)
  expect([(await width(1)) / full, (await width(2)) / full]).toEqual([
    expect.closeTo(0.5, 2),
    expect.closeTo(0.25, 2),
  ])
  const sources = page.getByRole('table', { name: 'Where sales come from' }).getByRole('row')
  await expect(sources).toHaveText([
    /^Source/,
    /^newsletter1\s*1\s*100%\$10\.00$/,
    /^forum3\s*0\s*0(\.0)?%\$0\.00$/,
  ])
  const chart = page.getByRole('slider', { name: /by day$/ })
  await expect(chart).toHaveAttribute('aria-valuetext', /\$10\.00, 1 sale, 4 views/)
  await page.getByRole('radio', { name: 'Views' }).check({ force: true })
  await page.getByRole('heading', { name: 'Views by day' }).waitFor()
  await page.getByText('View as table').first().click()
  const today = page.getByRole('table', { name: 'Views by day' }).getByRole('row').last()
  await expect(today).toContainText(/\$10\.00\s*\$0\.00\s*1\s*4/)
  expect(pageErrors).toEqual([])
})
