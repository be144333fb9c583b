import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { overflow, tabTo, violations } from './support/for-everybody.ts'
import { journeys, type Person } from './support/journey.ts'
import { buy, cards, goToCheckout, payWith, publish, signIn } from './support/people.ts'

const j = journeys()
let creator: Person
let id = ''
let access = ''

beforeAll(async () => {
  creator = await j.creator()
  await signIn(creator.page, { email: 'mara@example.com', name: 'Mara' })
  const text = 'Wait four minutes.'
  id = await publish(creator.page, { kind: 'Text', title: 'Notes at dusk', minimum: '2.00', text })
  const { page } = await j.creator()
  access = await buy(page, id, 'owner@example.com')
})

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
  ['a checkout that warns of paying twice', openWarned],
  ['a declined card', openDeclined],
  ['the page that says thank you', openSuccess],
  ['a purchase that is not found', openNotFound],
  ['an item that is not there', (page) => page.goto('/p/123456789012')],
  ['a page that is not there', (page) => page.goto('/nowhere')],
]

describe.each([
  ['on a phone, light', { width: 360, dark: false }],
  ['on a desk, dark', { width: 1280, dark: true }],
])('%s', (_, screen) => {
  test.each(pages)('%s can be used by everybody, and fits', async (_name, open) => {
    const { page, faults } = await j.person(screen)

    await open(page)

    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(faults).toEqual([])
  })

  test.each(['/dashboard', '/upload', '/edit'])('%s can be used by everybody, and fits', async (path) => {
    const { page, context } = await j.person(screen)
    await context.addCookies(await creator.context.cookies())

    await page.goto(path === '/edit' ? `/edit/${id}` : path)

    await page.getByRole('heading', { level: 1 }).waitFor()
    if (path === '/dashboard') await openNumbers(page)
    await page.waitForLoadState('networkidle')
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
})

test.each([
  ['on a phone, light', { width: 360, dark: false }],
  ['on a desk, dark', { width: 1280, dark: true }],
])('a test purchase %s can be used by everybody, and fits', async (_name, screen) => {
  const { page, context } = await j.person(screen)
  await context.addCookies(await creator.context.cookies())

  await page.goto(`/p/${id}?try`)
  await page.getByText('You see your own item').waitFor()
  const before = [...(await violations(page)), await overflow(page)]
  await page.getByRole('button', { name: /^Pay/ }).first().click()
  await page.getByText('This is your own item').waitFor()

  expect(before).toEqual([0])
  expect([...(await violations(page)), await overflow(page)]).toEqual([0])
})

async function openNumbers(page: Page) {
  await page.waitForLoadState('networkidle')
  await page
    .getByRole('button', { name: /^Numbers of/ })
    .first()
    .click()
  await page.getByText('Views, last 30 days').waitFor()
}

async function openLostLink(page: Page) {
  await page.goto('/lost-link?problem=invalid_input&email=ana@gmial.com')
  await page.getByRole('button', { name: 'Did you mean ana@gmail.com?' }).waitFor()
}

async function openWarned(page: Page) {
  await goToCheckout(page, id)
  await payWith(page, cards.pays)
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await page.goto(`/checkout/${id}`)
  await payWith(page, cards.pays)
  await page.getByRole('link', { name: 'Open what you bought' }).waitFor()
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
  await goToCheckout(page, id)
  await payWith(page, cards.pays)
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
}

test('the whole purchase by keyboard alone', async () => {
  const { page } = await j.person()
  await page.goto(`/p/${id}`)
  await tabTo(page, /^Pay/)
  await page.keyboard.press('Enter')
  await page.getByLabel('Card number').waitFor()

  await page.getByLabel('E-mail').focus()
  await page.keyboard.type('fan@example.com')
  for (const typed of ['4242424242424242', '1234', '123']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(typed)
  }
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
})
