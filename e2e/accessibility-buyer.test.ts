import { expectAccessibleAtEachWidth, waitForPage } from './fixtures/accessibility.ts'
import { openCreator } from './fixtures/accounts.ts'
import { type BuyerItems, buyerPages, publishBuyerItems } from './fixtures/buyer-pages.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()
let items: BuyerItems

test.beforeAll(async () => {
  items = await publishBuyerItems(site, await openCreator(site))
})

for (const theme of ['light', 'dark'] as const)
  for (const [name, open] of buyerPages)
    test(`${name}, ${theme}, has no accessibility violations and no overflow at 360, 768 and 1280 px`, {
      tag: '@long',
    }, async () => {
      const { page, pageErrors } = await site.newVisitor({ width: 360, dark: theme === 'dark' })

      await open(page, items)

      await waitForPage(page)
      expect(pageErrors).toEqual([])
      await expectAccessibleAtEachWidth(page)
      // The styles that axe adds to the frame of the PDF reader are blocked there.
      site.cspViolations.splice(0)
    })
