import type { Page } from '@playwright/test'
import { horizontalOverflowPx } from './fixtures/accessibility.ts'
import { openCreator } from './fixtures/accounts.ts'
import { buy, chooseInMenu, publish, publishByForm, waitForHydration } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let creator: Visitor

test.beforeAll(async () => {
  creator = await openCreator(site)
})

test('a video that the browser cannot play is offered as a download', { tag: '@long' }, async () => {
  const video = { name: 'dusk.mp4', bytes: Buffer.from('These are no moving pictures.') }
  const id = await publishByForm(creator.page, {
    title: 'Dusk',
    price: '2.00',
    access: 'Stream',
    file: video,
  })
  const { page, pageErrors } = await site.newVisitor({ width: 360 })
  const access = await buy(page, id, { email: 'nadia@example.com' })

  await page.goto(access)
  // Nothing is read before somebody presses play.
  await page.getByRole('button', { name: 'Play' }).first().click()
  await page.getByRole('status').filter({ hasText: 'can’t be played here' }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()

  expect((await download).suggestedFilename()).toBe('dusk.mp4')
  expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
  expect(pageErrors).toEqual([])
})

test('a page that throws while it renders shows an error, and the navigation works', {
  tag: '@long',
}, async () => {
  const { page, context } = await site.newVisitor()
  await context.addCookies(await creator.context.cookies())
  await publish(creator.page, { kind: 'Text', title: 'Broken', price: '1.00', text: 'Chalk.' })
  await page.addInitScript(() => {
    Object.assign(Intl, {
      DateTimeFormat() {
        throw new RangeError('Invalid language tag')
      },
    })
  })

  await page.goto('/')

  await page.getByRole('heading', { name: 'This page didn’t load' }).waitFor()
  await page.getByRole('button', { name: 'Try Again' }).waitFor()
  await page.getByRole('link', { name: 'Pricing' }).first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText('This page didn’t load').count()).toBe(0)
})

test('right-to-left text is aligned to the right', { tag: '@long' }, async () => {
  const id = await publish(creator.page, { kind: 'Text', title: 'شجرة', price: '1.00', text: 'زيتون' })
  const { page } = await site.newVisitor()

  await page.goto(`/p/${id}`)

  expect(await spaceAfterFirstLinePx(page, 'h1')).toBeLessThan(2)
  await page.goto(`/p/${await publish(creator.page, { ...english, price: '1.00' })}`)
  expect(await spaceAfterFirstLinePx(page, 'h1')).toBeGreaterThan(20)
})

test('a link to a section of the former settings page opens the page it is on now', {
  tag: '@long',
}, async () => {
  const { page, context } = await site.newVisitor({ width: 360 })
  await context.addCookies(await creator.context.cookies())

  await page.goto('/settings#passkeys')

  await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/settings/security')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: /^Data/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Data' }).waitFor()
  expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
})

test('changes stay in a browser that cannot intercept Back', { tag: '@long' }, async () => {
  const id = await publish(creator.page, { kind: 'Text', title: 'Soup', price: '1.00', text: 'Leek.' })
  const { page, context } = await site.newVisitor()
  await context.addCookies(await creator.context.cookies())
  await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'))
  await page.goto('/')
  await chooseInMenu(page, 'Soup', 'Edit')
  await page.getByLabel('Title').fill('Cold soup')

  await page.goBack()
  await page.getByRole('heading', { name: 'Creator Dashboard' }).waitFor()
  await page.goto(`/edit/${id}`)

  await page.getByText('We restored your unsaved changes').waitFor()
  await expect(page.getByLabel('Title')).toHaveValue('Cold soup')
})

test('the checkout of a deleted item redirects a buyer to the purchase', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor()

  await page.goto('/checkout/123456789012')

  await page.getByRole('heading', { name: 'Content Not Found' }).waitFor()
  await page.getByText('Already paid? The link in your email still works.').waitFor()
  await page.getByRole('link', { name: 'Lost your link?' }).click()
  await page.waitForURL('**/lost-link')
})

test('a tab with an older build still gets the page', { tag: '@long' }, async () => {
  const { page, context } = await site.newVisitor()
  await context.addCookies(await creator.context.cookies())
  await page.goto('/')
  await waitForHydration(page)
  await page.route(/assets\/settings-page-.*\.js/, (route) => route.abort(), { times: 1 })

  await page.getByRole('link', { name: 'Settings' }).first().click()

  await page.getByRole('heading', { level: 1, name: 'Payouts' }).waitFor()
})

test('a page whose code fails to load shows an error and loads on retry', { tag: '@long' }, async () => {
  const { page, context } = await site.newVisitor()
  await context.addCookies(await creator.context.cookies())
  await page.goto('/')
  await waitForHydration(page)
  const code = /assets\/settings-page-.*\.js/
  await page.route(code, (route) => route.abort())
  const reloaded = page.waitForEvent('load')

  await page.getByRole('link', { name: 'Settings' }).first().click()
  await reloaded
  await page.getByText('This page didn’t load').waitFor()
  await page.unroute(code)
  await page.getByRole('button', { name: 'Try Again' }).click()

  await page.getByRole('heading', { level: 1, name: 'Payouts' }).waitFor()
})

test('a chart that fails to load leaves the rest of the dashboard', { tag: '@long' }, async () => {
  const id = await publish(creator.page, { kind: 'Text', title: 'Dawn', price: '1.00', text: 'Light.' })
  await buy((await site.newVisitor()).page, id)
  const { page, context } = await site.newVisitor()
  await context.addCookies(await creator.context.cookies())
  await page.route(/assets\/column-chart-.*\.js/, (route) => route.abort())

  await page.goto('/')
  await page.getByRole('heading', { name: 'Creator Dashboard' }).waitFor()
  // The chart loads when it is near the screen.
  await page.keyboard.press('End')

  await page.getByText('This part of the page didn’t load.').waitFor()
  await page.getByRole('link', { name: 'Open Dawn' }).waitFor()
})

test('a dialog whose code fails to load leaves the page, and the error explains it', {
  tag: '@long',
}, async () => {
  const { page, context, pageErrors } = await site.newVisitor()
  await context.addCookies(await creator.context.cookies())
  const json = { code: 'reauthentication_required', message: 'Please sign in again to do this.' }
  await page.route('**/api/account/email', (route) => route.fulfill({ status: 403, json }))
  await page.route(/assets\/reauthentication-dialog-.*\.js/, (route) => route.abort())
  await page.goto('/settings/security')
  await page.getByLabel('New email address').fill('new@example.com')
  await page.getByRole('button', { name: 'Change email' }).click()

  await page.getByText('Please sign in again to do this.').waitFor()
  await expect(page.getByLabel('New email address')).toHaveValue('new@example.com')
  expect(pageErrors).toEqual([])
})

test('an upload whose code fails to load shows an error, and the form keeps its input', {
  tag: '@long',
}, async () => {
  const { page, context, pageErrors } = await site.newVisitor()
  await context.addCookies(await creator.context.cookies())
  await page.route(/assets\/resumable-upload-.*\.js/, (route) => route.abort())
  await page.goto('/upload')
  const file = { name: 'dawn.bin', mimeType: 'application/octet-stream', buffer: Buffer.from('First light') }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByLabel('Title').fill('First light')
  await page.getByLabel('Price', { exact: true }).fill('2.00')
  await page.getByRole('button', { name: 'Publish & Create Tip Link' }).click()

  await page.getByText('Upload failed').first().waitFor()
  await expect(page.getByLabel('Title')).toHaveValue('First light')
  expect(pageErrors).toEqual([])
})

const english = { kind: 'Text', title: 'Tree', text: 'Olive' } as const

/** Pixels between the right end of the first line of an element and its right edge. */
function spaceAfterFirstLinePx(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const [line] = range.getClientRects()
      return element.getBoundingClientRect().right - (line?.right ?? 0)
    })
}
