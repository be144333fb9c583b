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

test('the admin names the site, sets its format and publishes a legal notice, and buyers see all of it', {
  tag: '@long',
}, async () => {
  const { page } = admin
  const save = page.getByRole('button', { name: 'Save changes' })
  await page.goto('/admin/settings/site')
  await page.getByLabel('Site name').fill('Hafenladen')
  await page.getByLabel('Color', { exact: true }).fill('#ffee00')
  await page.getByLabel('Numbers, amounts and dates').selectOption('de-DE')
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await bar.getByText('Site name, Color and Numbers, amounts and dates').waitFor()
  await save.click()
  await page.getByText('Settings saved').first().waitFor()
  await expect(bar).toHaveCount(0)
  const menu = page.getByRole('navigation', { name: 'Settings' })
  await menu.getByRole('link', { name: 'Site Hafenladen' }).waitFor()
  await menu.getByRole('link', { name: /^Refunds/ }).click()
  await page.getByText('Set by REFUND_POLICY in the environment').waitFor()
  await menu.getByRole('link', { name: /^Money/ }).click()
  await page.getByLabel('Minimum payout').fill('10')
  await bar.getByText('default to 10').waitFor()
  await bar.getByText('It changes nothing for anyone in this month’s run.').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await menu.getByRole('link', { name: /^Legal pages/ }).click()
  await page.getByLabel('Legal name').fill('Hafenladen GmbH')
  await page.getByLabel('Address', { exact: true }).fill('Am Kai 1\n20457 Hamburg')
  await page.getByLabel('Support email').fill('not an address')
  await save.click()
  await page.getByText('Enter an email address like name@example.com').waitFor()
  await page.getByLabel('Support email').fill('hilfe@example.com')
  await save.click()
  await page.getByText('Changed by admin@example.com on').nth(2).waitFor()

  await page.getByRole('link', { name: 'Edit Legal notice' }).click()
  await page.getByText('This is a starting text.').waitFor()
  await page.getByLabel('Text').fill('**{{seller}}** {{nonsense}}')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('There is no placeholder {{nonsense}}.').waitFor()
  await page.getByLabel('Text').fill('{{seller}}\n\nGeschäftsführerin: Mara')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Legal notice published').first().waitFor()

  const { page: fan } = await site.newVisitor()
  await fan.goto(`/p/${id}`)
  await expect(fan).toHaveTitle('Harbour loops · Hafenladen')
  await expect(fan.getByText('1.284,50 €').first()).toBeVisible()
  expect(await axeViolations(fan)).toEqual([])
  await fan.getByRole('link', { name: 'Legal notice' }).click()
  await fan.getByText('Hafenladen GmbH').waitFor()
  await fan.getByText('Geschäftsführerin: Mara').waitFor()
  await fan.getByText('Version of').waitFor()
})

const settingsPaths = ['site', 'creators', 'money', 'refunds', 'email', 'legal'].map(
  (page) => `/admin/settings/${page}`,
)

for (const [width, dark] of [
  [360, false],
  [1280, true],
] as const) {
  test(`at ${width} px, dark ${dark}, settings and legal pages have no accessibility violations`, {
    tag: '@long',
  }, async () => {
    const { page, context } = await site.newVisitor({ width, dark })
    await context.addCookies(await admin.context.cookies())
    for (const path of [
      '/admin/settings',
      ...settingsPaths,
      '/admin/settings/legal/terms',
      '/terms',
      '/privacy',
      '/imprint',
    ]) {
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
