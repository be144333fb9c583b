import type { Page } from '@playwright/test'
import { updateProfile } from '../contract/accounts.ts'
import { axeViolations, horizontalOverflowPx, tabTo } from './fixtures/accessibility.ts'
import { openCreator } from './fixtures/accounts.ts'
import { buy, cards, goToCheckout, payWith, publish } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let creator: Visitor
let id = ''
let access = ''

test.beforeAll(async () => {
  creator = await openCreator(site)
  const text = 'Wait four minutes.'
  id = await publish(creator.page, { kind: 'Text', title: 'Notes at dusk', minimum: '2.00', text })
  const { page } = await site.openVisitor()
  access = await buy(page, id, { email: 'owner@example.com', amount: '2.00' })
})

/** States of a page that is in the list of pages as well. */
const states = new Set([
  'a receipt',
  'the buyer’s own page',
  'the page that says thank you',
  'a lost link, with a slip in its address',
  'a checkout that warns of paying twice',
  'a declined card',
  'a purchase that is not found',
  'an item that is not there',
  'a page that is not there',
  'a refund request',
  'feedback',
  'pricing',
])

const pages: Array<[name: string, open: (page: Page) => Promise<unknown>]> = [
  ['the landing page', (page) => page.goto('/')],
  ['pricing', (page) => page.goto('/pricing')],
  ['feedback', (page) => page.goto('/feedback')],
  ['sign-in', (page) => page.goto('/sign-in')],
  ['a tip page', (page) => page.goto(`/p/${id}`)],
  ['the checkout', (page) => goToCheckout(page, id)],
  ['the buyer’s own page', (page) => page.goto(access)],
  ['a receipt', (page) => page.goto(`${access}/receipt`)],
  ['a refund request', (page) => page.goto(`${access}/refund`)],
  ['a lost link, with a slip in its address', openLostLink],
  ['a checkout that warns of paying twice', openDuplicateWarning],
  ['a declined card', openDeclined],
  ['the page that says thank you', openSuccess],
  ['a purchase that is not found', openNotFound],
  ['an item that is not there', (page) => page.goto('/p/123456789012')],
  ['a page that is not there', (page) => page.goto('/nowhere')],
]

for (const [label, screen] of [
  ['on a phone, light', { width: 360, dark: false }],
  ['on a desk, dark', { width: 1280, dark: true }],
] as const) {
  test.describe(`${label}`, { tag: screen.dark ? '@long' : [] }, () => {
    for (const [label, open] of pages) {
      test(`${label} has no accessibility violations and no overflow`, {
        tag: states.has(label) ? '@long' : [],
      }, async () => {
        const { page, pageErrors } = await site.newVisitor(screen)

        await open(page)

        await page.getByRole('heading', { level: 1 }).waitFor()
        expect(await axeViolations(page)).toEqual([])
        expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
        expect(pageErrors).toEqual([])
      })
    }

    for (const path of ['/dashboard', '/upload', '/edit']) {
      test(`${path} has no accessibility violations and no overflow`, {
        tag: path === '/upload' ? [] : '@long',
      }, async () => {
        const { page, context } = await site.newVisitor(screen)
        await context.addCookies(await creator.context.cookies())

        await page.goto(path === '/edit' ? `/edit/${id}` : path)

        await page.getByRole('heading', { level: 1 }).waitFor()
        if (path === '/dashboard') await openContentDetails(page)
        await page.waitForLoadState('networkidle')
        expect(await axeViolations(page)).toEqual([])
        expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
      })
    }
  })
}

for (const [label, screen] of [
  ['on a phone, light', { width: 360, dark: false }],
  ['on a desk, dark', { width: 1280, dark: true }],
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

async function openContentDetails(page: Page) {
  await page.waitForLoadState('networkidle')
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await page.getByText('Stats', { exact: true }).first().click()
  await page.getByText('Views, last 30 days').waitFor()
}

async function openLostLink(page: Page) {
  await page.goto('/lost-link?problem=invalid_input&email=ana@gmial.com')
  await page.getByRole('button', { name: 'Did you mean ana@gmail.com?' }).waitFor()
}

async function openDuplicateWarning(page: Page) {
  await buy(page, id, { amount: '2.00' })
  await page.goto(`/checkout/${id}`)
  await payWith(page, cards.success)
  await page.getByRole('link', { name: 'Open my purchase' }).waitFor()
}

async function openDeclined(page: Page) {
  await goToCheckout(page, id)
  await payWith(page, cards.declined)
  await page.getByText('Payment Failed').first().waitFor()
}

async function openNotFound(page: Page) {
  await page.goto(`/success?content_id=${id}&payment_intent=pi_x`)
  await page.getByRole('heading', { name: 'Purchase Not Found' }).waitFor()
}

async function openSuccess(page: Page) {
  await buy(page, id, { amount: '2.00' })
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
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

test('text at twice its size fits a phone’s screen', { tag: '@long' }, async () => {
  const { page: fan } = await site.newVisitor({ width: 360 })
  await creator.page.setViewportSize({ width: 360, height: 800 })
  await creator.page.request.patch(updateProfile.path, { data: { firstName: 'Mara', handle: 'mara' } })
  const shown: Array<[Page, path: string, landmark: string]> = [
    [fan, `/p/${id}`, 'Pay what you want'],
    [fan, `/checkout/${id}?amount=2.00`, 'Card number'],
    [fan, '/pricing', 'Your sales in a month'],
    [fan, '/@mara', 'Your email'],
    [creator.page, '/upload', 'Title'],
    [creator.page, `/edit/${id}`, 'Minimum tip'],
    [creator.page, '/settings/payouts', 'PayPal'],
  ]
  for (const [page, path, landmark] of shown) {
    await page.goto(path)
    await page.getByText(landmark).first().waitFor()
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })

    expect(await horizontalOverflowPx(page), path).toBe(0)
    expect(await cutTexts(page), path).toEqual([])
  }
})

/** The texts of buttons, labels and amounts that are wider than their box or reach out of the screen. */
function cutTexts(page: Page): Promise<Array<string>> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main label, main output, [data-pay-bar] *')]
      .filter((element) => element.checkVisibility() && !element.closest('[role=tablist]'))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return left < 0 || right > innerWidth || element.scrollWidth > element.clientWidth + 1
      })
      .map((element) => element.innerText),
  )
}
