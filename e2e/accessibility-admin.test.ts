import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { openAdmin } from './fixtures/accounts.ts'
import { buy } from './fixtures/actions.ts'
import { textsForSale } from './fixtures/items.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com' } })
const items = textsForSale(site)
let admin: Visitor

test.beforeAll(async () => {
  admin = await openAdmin(site)
})

test('on a phone, the admin’s tabs fade at the edge that hides further tabs, and the current tab is in view', {
  tag: '@long',
}, async () => {
  const { page } = admin
  await page.setViewportSize({ width: 360, height: 740 })
  const tabs = page.getByRole('navigation', { name: 'Admin' })
  const fadeWidths = () =>
    tabs.evaluate((strip) =>
      ['--fade-start', '--fade-end'].map((name) => getComputedStyle(strip).getPropertyValue(name)),
    )

  await page.goto('/admin')
  await expect.poll(fadeWidths).toEqual(['0px', '40px'])
  await page.goto('/admin/audit')
  await expect.poll(fadeWidths).toEqual(['40px', '0px'])

  await expect(tabs.locator('[aria-current=page]')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(fadeWidths).toEqual(['0px', '0px'])
})

const pages = [
  '/admin',
  '/admin/inbox',
  '/admin/documents',
  '/admin/disputes',
  '/admin/deliveries',
  '/admin/alerts',
  '/admin/purchases',
  '/admin/creators',
  '/admin/reports',
  '/admin/feedback',
  '/admin/health',
  '/admin/audit',
]

/** Clipped content causes no horizontal scroll of the page, so the panels and the current link are checked. */
const isInViewport = `[...document.querySelectorAll('[role=tabpanel], nav[aria-label=Admin] [aria-current]')]
  .every((element) => element.getBoundingClientRect().right <= innerWidth)`

for (const [width, dark] of [
  [360, false],
  [768, true],
  [1280, false],
] as const) {
  test(`at ${width} px, dark ${dark}, every admin page has no accessibility violations and no overflow`, {
    tag: '@long',
  }, async () => {
    const fan = await site.newVisitor()
    await buy(fan.page, items.fixed, { email: 'fan@example.com' })
    const { page, context, pageErrors } = await site.newVisitor({ width, dark })
    await context.addCookies(await admin.context.cookies())
    await page.goto('/admin/purchases')
    await page.getByRole('link', { name: 'Notes' }).first().waitFor()
    const record = await page.getByRole('link', { name: 'Notes' }).first().getAttribute('href')

    for (const path of [...pages, record ?? '', `/report/${items.fixed}`]) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')

      expect(await axeViolations(page), path).toEqual([])
      expect(await horizontalOverflowPx(page), path).toBeLessThanOrEqual(0)
      expect(await page.evaluate(isInViewport), path).toBe(true)
    }
    expect(pageErrors).toEqual([])
  })
}

test('at 200 % text /admin does not overflow, and the header collapses to the menu', {
  tag: '@long',
}, async () => {
  for (const width of [360, 1280]) {
    const { page, context } = await site.newVisitor({ width })
    await context.addCookies(await admin.context.cookies())
    await page.goto('/admin')
    await page.getByRole('heading', { name: 'Last 12 months' }).waitFor()
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })

    await page.getByRole('button', { name: 'Menu' }).waitFor()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    expect(await horizontalOverflowPx(page), String(width)).toBeLessThanOrEqual(0)
  }
})
