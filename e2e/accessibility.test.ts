import type { Page } from '@playwright/test'
import { axeViolations, horizontalOverflowPx, tabTo } from './fixtures/accessibility.ts'
import { openCreator } from './fixtures/accounts.ts'
import { goToCheckout, publish } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let creator: Visitor
let id = ''

test.beforeAll(async () => {
  creator = await openCreator(site)
  const text = 'Wait four minutes.'
  id = await publish(creator.page, { kind: 'Text', title: 'Notes at dusk', minimum: '2.00', text })
})

/** The other pages are in accessibility-buyer.test.ts and accessibility-creator.test.ts. */
const pages: Array<[name: string, open: (page: Page) => Promise<unknown>]> = [
  ['the landing page', (page) => page.goto('/')],
  ['sign-in', (page) => page.goto('/sign-in')],
  ['a tip page', (page) => page.goto(`/p/${id}`)],
  ['the checkout', (page) => goToCheckout(page, id)],
  ['the upload form', openUpload],
]

for (const [label, open] of pages)
  test(`${label} has no accessibility violations and no overflow on a phone`, {
    tag: ['a tip page', 'the checkout'].includes(label) ? [] : '@long',
  }, async () => {
    const { page, pageErrors } = await site.newVisitor({ width: 360 })

    await open(page)

    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await axeViolations(page)).toEqual([])
    expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
    expect(pageErrors).toEqual([])
  })

async function openUpload(page: Page) {
  await page.context().addCookies(await creator.context.cookies())
  await page.goto('/upload')
}

for (const [label, screen] of [
  ['on a phone, light', { width: 360, dark: false }],
  ['on a desktop, dark', { width: 1280, dark: true }],
] as const) {
  test(`a test purchase ${label} has no accessibility violations and no overflow`, {
    tag: '@long',
  }, async () => {
    const { page, context } = await site.newVisitor(screen)
    await context.addCookies(await creator.context.cookies())

    await page.goto(`/p/${id}?try`)
    await page.getByText('You’re seeing your own item').waitFor()
    const before = [...(await axeViolations(page)), await horizontalOverflowPx(page)]
    await page.getByRole('button', { name: /^Pay/ }).first().click()
    await page.getByText('This is your own item').waitFor()

    expect(before).toEqual([0])
    expect([...(await axeViolations(page)), await horizontalOverflowPx(page)]).toEqual([0])
  })
}

test('a whole purchase works by keyboard alone', async () => {
  const { page } = await site.newVisitor()
  await page.goto(`/p/${id}`)
  await tabTo(page, /^Pay/)
  await page.keyboard.press('Enter')
  await page.getByLabel('Card number').waitFor()

  await page.getByLabel('Email').focus()
  await page.keyboard.type('fan@example.com')
  for (const typed of ['4242424242424242', '1234', '123']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(typed)
  }
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
})
