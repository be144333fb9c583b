import type { Page } from '@playwright/test'
import { buy, goToCheckout } from './fixtures/actions.ts'
import { textsForSale } from './fixtures/items.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()
const items = textsForSale(site)
const paidNote = 'If you paid, your link is in your email.'

/** A paying browser's success page and checkout page, the sign-in page and another page of creators, each in a tab. */
async function openPages({ javaScript = true }: { javaScript?: boolean } = {}) {
  const fan = await site.newVisitor()
  await buy(fan.page, items.fixed)
  const success = fan.page.url()
  await goToCheckout(fan.page, items.tips)
  const checkout = fan.page.url()
  const { context } = await site.newVisitor({ javaScript, width: 390 })
  await context.addCookies(await fan.context.cookies())
  await context.route('**/assets/*.js', (route) => route.abort())
  const open = async (url: string) => {
    const page = await context.newPage()
    await page.goto(url)
    return page
  }
  return {
    success: await open(success),
    checkout: await open(checkout),
    signIn: await open(site.url('/sign-in')),
    settings: await open(site.url('/settings')),
  }
}

test('a page whose scripts never arrive says so after ten seconds, and how to go on', {
  tag: '@long',
}, async () => {
  const pages = await openPages()
  const all = Object.values(pages)
  const reload = (page: Page) => page.getByRole('link', { name: 'Reload the page' })
  await expect(pages.settings.getByText('Loading', { exact: true })).toBeVisible()
  await expect(reload(pages.settings)).toBeHidden()

  for (const page of all) await expect(reload(page)).toBeVisible({ timeout: 15_000 })

  for (const page of [pages.success, pages.checkout])
    await expect(page.getByText(paidNote).first()).toBeVisible()
  await expect(pages.signIn.getByText(paidNote)).toHaveCount(0)
  await pages.success.context().unroute('**/assets/*.js')
  await reload(pages.success).click()
  await pages.success.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
})

test('a page that needs JavaScript says so without it, in place of the spinner', {
  tag: '@long',
}, async () => {
  const { success, checkout, signIn, settings } = await openPages({ javaScript: false })
  // Chromium parses the element as if there were scripts, so its text is not visible to a test.
  const noticeOf = (page: Page) => page.locator('main noscript').textContent()

  for (const page of [success, signIn, settings]) {
    expect(await noticeOf(page)).toMatch(/This page needs.* JavaScript\. Turn it on for this site/)
    await expect(page.getByText('Loading', { exact: true })).toBeHidden()
  }
  expect(await noticeOf(success)).toContain(paidNote)
  expect(await noticeOf(checkout)).toMatch(/Card payments need.* JavaScript\. Turn it on for this site/)
  await expect(checkout.getByText('Setting up payment...')).toBeHidden()
  const html = await checkout.content()
  expect(html.indexOf('Card payments need')).toBeLessThan(html.indexOf('Already bought this?'))
})
