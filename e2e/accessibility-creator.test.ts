import { expectAccessibleAtEachWidth, waitForPage } from './fixtures/accessibility.ts'
import { openAdmin } from './fixtures/accounts.ts'
import { adminPaths, type CreatorShop, creatorPages, openCreatorShop } from './fixtures/creator-pages.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com' } })
let shop: CreatorShop
let admin: Visitor

test.beforeAll(async () => {
  shop = await openCreatorShop(site)
  admin = await openAdmin(site)
})

for (const theme of ['light', 'dark'] as const) {
  for (const [name, open] of creatorPages)
    test(`${name}, ${theme}, has no accessibility violations and no overflow at 360, 768 and 1280 px`, {
      tag: '@long',
    }, async () => {
      const { page, context, pageErrors } = await site.newVisitor({ width: 360, dark: theme === 'dark' })
      await context.addCookies(await shop.creator.context.cookies())

      await open(page, shop)

      await waitForPage(page)
      await expectAccessibleAtEachWidth(page)
      expect(pageErrors).toEqual([])
    })

  for (const path of adminPaths)
    test(`${path}, ${theme}, has no accessibility violations and no overflow at 360, 768 and 1280 px`, {
      tag: '@long',
    }, async () => {
      const { page, context, pageErrors } = await site.newVisitor({ width: 360, dark: theme === 'dark' })
      await context.addCookies(await admin.context.cookies())

      const answer = await page.goto(path)

      await waitForPage(page)
      expect(answer?.status()).toBe(200)
      await expectAccessibleAtEachWidth(page)
      expect(pageErrors).toEqual([])
    })
}
