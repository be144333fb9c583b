import { readFile } from 'node:fs/promises'
import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { openCreator } from './fixtures/accounts.ts'
import { buy, publish } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

test('a buyer gets a link by email, downloads what is stored, and erases it', { tag: '@long' }, async () => {
  const mara = await openCreator(site)
  const id = await publish(mara.page, { kind: 'Text', title: 'Harbour loops', price: '5.00', text: 'Salt.' })
  const { page } = await site.newVisitor({ width: 360, dark: true })
  const access = await buy(page, id, { email: 'ana@example.com' })

  await page.goto('/my-data')
  await page.getByLabel('Email').fill('ana@example.com')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  await expect(async () => {
    await page.goto('/dev/mail')
    await page.getByRole('link', { name: 'Your data' }).first().click({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  const href = await page.locator('a[href*="/my-data?token="]').first().getAttribute('href')
  await page.goto(`/my-data${new URL(href ?? '').search}`)
  await page.getByRole('heading', { name: 'Erase it' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await horizontalOverflowPx(page)).toBe(0)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const data = JSON.parse(await readFile(await (await saved).path(), 'utf8'))
  expect(JSON.stringify(data)).toContain('Harbour loops')
  await page.getByRole('button', { name: 'Erase my data' }).click()
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  await page.getByRole('heading', { name: 'We’ve erased your data' }).waitFor()
  await page.goto(access)
  await page.getByText('Salt.').waitFor()
})
