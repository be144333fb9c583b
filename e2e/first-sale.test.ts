import type { Page } from '@playwright/test'
import { readEmailedCode } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

/** Performs actions on a page, and counts clicks and the fields that are typed into. */
function countActions(page: Page) {
  const count = { clicks: 0, fields: 0 }
  return {
    count,
    async click(role: 'button' | 'link', name: string | RegExp) {
      count.clicks += 1
      await page.getByRole(role, { name, exact: true }).first().click()
    },
    async expand(name: string) {
      count.clicks += 1
      await page.locator('summary').filter({ hasText: name }).click()
    },
    async type(label: string, text: string) {
      count.fields += 1
      await page.getByLabel(label, { exact: true }).fill(text)
    },
  }
}

test('the first sale of a new creator takes at most 10 clicks and 8 fields', {
  tag: '@firefox',
}, async () => {
  const { page, pageErrors } = await site.newVisitor()
  const { page: fanPage, pageErrors: fanErrors } = await site.newVisitor()
  const [creator, fan] = [countActions(page), countActions(fanPage)]

  await page.goto('/')
  await creator.type('Create Text Tip', 'A poem about the sea')
  await creator.click('button', 'Create Text Tip')
  await creator.type('Title', 'The sea')
  await creator.type('Price', '5.00')
  await creator.click('button', 'Keep this page')
  await creator.type('Email', 'lena@example.com')
  await creator.click('button', 'Send code')
  // The code submits itself.
  await creator.type('Code', await readEmailedCode(page, 'lena@example.com'))
  await creator.type('Display name', 'Lena')
  await creator.click('button', 'Continue')
  await creator.click('button', 'Publish & Create Tip Link')
  await creator.click('button', 'Copy')
  const link = await page.getByLabel('Your tip link').inputValue()
  expect(new URL(link).pathname).toBe('/@lena/the-sea')

  await fanPage.goto(link)
  await fan.click('button', /^Pay \$5\.00/)
  await fan.type('Email', 'fan@example.com')
  await fan.expand('Test cards')
  await fan.click('button', /^4242/)
  await fan.click('button', /^Complete Purchase/)
  await fanPage.getByText('A poem about the sea').waitFor()

  const clicks = creator.count.clicks + fan.count.clicks
  const fields = creator.count.fields + fan.count.fields
  expect({ clicks, fields }).toEqual({ clicks: 10, fields: 7 })
  // Behind the share sheet, which is still open.
  const card = page.getByRole('region', { name: 'New sales', includeHidden: true })
  await expect(card.getByText('paid $5.00 for The sea').first()).toBeVisible()
  expect([...pageErrors, ...fanErrors]).toEqual([])
})
