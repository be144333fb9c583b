import { readFile } from 'node:fs/promises'
import { buy, publish, signIn, subscribeToPro } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

test('analytics show one item or all, are exported, and say when a range is empty', async () => {
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
  expect(csv).toMatch(/\r\nTotal,,0,1,1,0,4\.00,0\.00,4\.00\r\n$/)

  await page.getByText('Custom', { exact: true }).click()
  await page.getByLabel('From', { exact: true }).fill('2024-01-01')
  await page.getByLabel('To', { exact: true }).fill('2024-01-07')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('“Dawn” had no visits and no sales on these dates.').waitFor()
  await page.getByRole('button', { name: 'Show all items' }).click()
  await page.getByText('Your tip pages had no visits and no sales on these dates.').waitFor()
  expect(pageErrors).toEqual([])
})
