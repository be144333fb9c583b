import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { openAdmin, openCreator } from './fixtures/accounts.ts'
import { publish } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com', CURRENCY: 'EUR', REFUND_POLICY: 'review' } })
let admin: Visitor
let id = ''

test.beforeAll(async () => {
  const mara = await openCreator(site)
  id = await publish(mara.page, { kind: 'Text', title: 'Harbour loops', price: '1284.50', text: 'Salt.' })
  admin = await openAdmin(site)
})

test('the admin names the site, sets its format and publishes an imprint, and buyers see all of it', async () => {
  const { page } = admin
  await page.goto('/admin/settings')
  await page.getByLabel('Site name').fill('Hafenladen')
  await page.getByLabel('Color', { exact: true }).fill('#ffee00')
  await page.getByLabel('Numbers, amounts and dates').selectOption('de-DE')
  await page.getByRole('button', { name: 'Save name and look' }).click()
  await page.getByText('Settings saved').first().waitFor()
  await page.getByText('Set by REFUND_POLICY in the environment').waitFor()
  await page.getByLabel('Legal name').fill('Hafenladen GmbH')
  await page.getByLabel('Address', { exact: true }).fill('Am Kai 1\n20457 Hamburg')
  await page.getByLabel('Support email').fill('not an address')
  await page.getByRole('button', { name: 'Save seller' }).click()
  await page.getByText('Enter an email address like name@example.com').waitFor()
  await page.getByLabel('Support email').fill('hilfe@example.com')
  await page.getByRole('button', { name: 'Save seller' }).click()
  await page.getByText('Changed by admin@example.com on').nth(3).waitFor()

  await page.getByRole('link', { name: 'Edit Imprint' }).click()
  await page.getByText('This is a starting text.').waitFor()
  await page.getByLabel('Text').fill('**{{seller}}** {{nonsense}}')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('There is no placeholder {{nonsense}}.').waitFor()
  await page.getByLabel('Text').fill('{{seller}}\n\nGeschäftsführerin: Mara')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Imprint published').first().waitFor()

  const { page: fan } = await site.newVisitor()
  await fan.goto(`/p/${id}`)
  await expect(fan).toHaveTitle('Harbour loops · Hafenladen')
  await expect(fan.getByText('1.284,50 €').first()).toBeVisible()
  expect(await axeViolations(fan)).toEqual([])
  await fan.getByRole('link', { name: 'Imprint' }).click()
  await fan.getByText('Hafenladen GmbH').waitFor()
  await fan.getByText('Geschäftsführerin: Mara').waitFor()
  await fan.getByText('Version of').waitFor()
})

for (const [width, dark] of [
  [360, false],
  [1280, true],
] as const) {
  test(`at ${width} px, dark ${dark}, settings and legal pages have no accessibility violations`, {
    tag: '@long',
  }, async () => {
    const { page, context } = await site.newVisitor({ width, dark })
    await context.addCookies(await admin.context.cookies())
    for (const path of ['/admin/settings', '/admin/settings/legal/terms', '/terms', '/privacy', '/imprint']) {
      await page.goto(path)
      await page.locator('h1').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect.soft(await axeViolations(page), path).toEqual([])
      expect.soft(await horizontalOverflowPx(page), path).toBeLessThanOrEqual(0)
      if (process.env.SCREENSHOTS)
        await page.screenshot({
          path: `${process.env.SCREENSHOTS}/${width}${dark ? 'd' : 'l'}${path.replaceAll('/', '-')}.png`,
          fullPage: true,
        })
    }
  })
}
