import type { Page } from '@playwright/test'
import { horizontalOverflowPx, waitForPage } from './fixtures/accessibility.ts'
import { openCreator } from './fixtures/accounts.ts'
import { type BuyerItems, buyerPages, publishBuyerItems } from './fixtures/buyer-pages.ts'
import { type CreatorShop, creatorPages, openCreatorShop } from './fixtures/creator-pages.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()
let items: BuyerItems
let shop: CreatorShop

test.beforeAll(async () => {
  items = await publishBuyerItems(site, await openCreator(site))
  shop = await openCreatorShop(site)
})

for (const [name, open] of buyerPages)
  test(`${name} fits a phone’s screen with text at twice its size`, { tag: '@long' }, async () => {
    const { page } = await site.newVisitor({ width: 360 })

    await open(page, items)

    await expectLargeTextFits(page)
  })

for (const [name, open] of creatorPages)
  test(`${name} fits a phone’s screen with text at twice its size`, { tag: '@long' }, async () => {
    const { page, context } = await site.newVisitor({ width: 360 })
    await context.addCookies(await shop.creator.context.cookies())

    await open(page, shop)

    await expectLargeTextFits(page)
  })

test('the landing page fits the narrowest phone with text at twice its size', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor({ width: 320 })
  await page.goto('/')

  await expectLargeTextFits(page)
})

async function expectLargeTextFits(page: Page) {
  await waitForPage(page)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })

  expect(await horizontalOverflowPx(page)).toBe(0)
  expect(await clippedTexts(page)).toEqual([])
}

/**
 * The texts of buttons, labels and amounts that are wider than their box or extend beyond the screen, and dialogs that
 * scroll sideways. Tables and strips may scroll sideways.
 */
function clippedTexts(page: Page): Promise<Array<string>> {
  return page.evaluate(() => {
    const isClipped = (element: HTMLElement) => element.scrollWidth > element.clientWidth + 1
    const texts = [
      ...document.querySelectorAll<HTMLElement>(
        ':is(main, [role=dialog]) :is(button, label, output), [data-pay-bar] *',
      ),
    ]
    const clipped = texts
      .filter((element) => element.checkVisibility())
      .filter((element) => !element.closest('[role=tablist], .overflow-x-auto, .sr-only'))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return left < 0 || right > innerWidth || isClipped(element)
      })
    const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].filter(isClipped)
    return [...clipped, ...dialogs].map((element) => element.innerText)
  })
}
