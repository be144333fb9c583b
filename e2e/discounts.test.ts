import type { Page } from '@playwright/test'
import { createDiscount } from '../contract/discounts.ts'
import { accessPath, cards, payWith, publish, signIn } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let creator: Visitor
const items = { fixed: '', tips: '' }

test.beforeAll(async () => {
  creator = await site.openVisitor()
  await signIn(creator.page, { email: 'mara@example.com', name: 'Mara Vitale' })
  const text = { kind: 'Text' as const, text: 'Salt, flour, water.' }
  items.fixed = await publish(creator.page, { ...text, title: 'Salt Roads', price: '12.00' })
  items.tips = await publish(creator.page, { ...text, title: 'Night Ferry', minimum: '5.00' })
  await makeCode(creator.page, { code: 'SPRING', kind: 'percent', percentBps: 2_000 })
})

async function makeCode(page: Page, data: object): Promise<void> {
  const answer = await page.request.post(createDiscount.path, { data })
  if (!answer.ok()) throw new Error(`No discount: ${await answer.text()}`)
}

test('a link with a code shows the reduced price, and it is what is paid and on the receipt', async () => {
  const { page, pageErrors } = await site.newVisitor()
  await page.goto(`/p/${items.fixed}?code=spring`)
  const card = page.locator('#pay')
  await card.getByText('Price with your code').waitFor()
  await card.getByText('SPRING', { exact: true }).waitFor()
  await expect(card.locator('s')).toHaveText('instead of $12.00')
  await card.getByText('20% off. $12.00 is the lowest price of the last 30 days.').waitFor()

  await card.getByRole('button', { name: 'Pay $9.60 to unlock' }).click()
  await page.getByLabel('Card number').waitFor()
  const summary = page.getByRole('definition').filter({ visible: true })
  await expect(summary).toHaveText(['$12.00', '−$2.40', '$0.00', '$9.60'])
  await payWith(page, cards.success)

  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await page.goto(`${await accessPath(page)}/receipt`)
  await page.getByText('Discount (SPRING)').waitFor()
  await page.getByText('−$2.40').waitFor()
  expect(pageErrors).toEqual([])
})

test('a link with a code for pay what you want reduces the minimum', { tag: '@long' }, async () => {
  const { page, pageErrors } = await site.newVisitor({ width: 390 })
  await page.goto(`/p/${items.tips}?code=SPRING`)
  await page.getByText('Minimum $4.00 with your code').waitFor()
  await page.getByLabel('Pay what you want').fill('3.99')
  await page.getByRole('button', { name: /^Pay/ }).first().click()
  await page.getByText('Minimum amount is $4.00').first().waitFor()

  await page.getByLabel('Pay what you want').fill('4')
  await page.getByRole('button', { name: 'Pay $4.00 to unlock' }).first().click()

  await page.getByLabel('Card number').waitFor()
  expect(pageErrors).toEqual([])
})

test('without JavaScript a link with a code leads to a checkout of the reduced price', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor({ javaScript: false })
  await page.goto(`/p/${items.fixed}?code=SPRING`)

  await page.getByRole('button', { name: 'Pay $9.60 to unlock' }).first().click()

  await page.waitForURL(/\/checkout\/\d+\?payment_intent_client_secret=.*code=SPRING/)
})

test('an unknown code by link is a quiet line and the normal price, from the same cached page', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor()
  const plain = await page.request.get(`/p/${items.fixed}`)

  await page.goto(`/p/${items.fixed}?code=NOPE-1`)

  await page.getByText('We don’t know this code.').waitFor()
  await page.getByRole('button', { name: 'Pay $12.00 to unlock' }).first().waitFor()
  expect(await (await page.request.get(`/p/${items.fixed}`)).text()).toBe(await plain.text())
})

test('at the checkout a code applies on Enter, can be removed, and a wrong one says so', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = await site.newVisitor()
  await page.goto(`/p/${items.fixed}`)
  await page.getByRole('button', { name: 'Pay $12.00 to unlock' }).first().click()
  await page.getByLabel('Card number').waitFor()
  await page.getByRole('button', { name: 'Have a code?' }).click()
  const field = page.getByLabel('Discount code')
  await field.fill('SPRNIG')
  await field.press('Tab')
  await page.getByText('We don’t know this code. The price stays $12.00.').first().waitFor()

  await field.fill('spring')
  await field.press('Enter')
  const summary = page.getByRole('definition').filter({ visible: true })
  await expect(summary).toHaveText(['$12.00', '−$2.40', '$0.00', '$9.60'])
  await page.getByRole('button', { name: 'Remove the code SPRING' }).click()
  await expect(summary).toHaveText(['$12.00', '$0.00', '$12.00'])
  await page.getByRole('button', { name: 'Have a code?' }).click()
  await page.getByLabel('Discount code').fill('SPRING')
  await page.getByLabel('Discount code').press('Enter')
  await expect(summary).toHaveText(['$12.00', '−$2.40', '$0.00', '$9.60'])
  await page.reload()
  await expect(summary).toHaveText(['$12.00', '−$2.40', '$0.00', '$9.60'])
  await payWith(page, cards.success)

  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  expect(pageErrors).toEqual([])
})

test('a code that is used up between page and payment leaves the full price, and the button asks again', {
  tag: '@long',
}, async () => {
  await makeCode(creator.page, { code: 'LAST-ONE', kind: 'amount', amount: '2.00', maxUses: 1 })
  const { page } = await site.newVisitor()
  const other = await site.newVisitor()
  await page.goto(`/p/${items.fixed}?code=LAST-ONE`)
  await other.page.goto(`/p/${items.fixed}?code=LAST-ONE`)
  await other.page.getByRole('button', { name: 'Pay $10.00 to unlock' }).first().click()
  await other.page.getByLabel('Card number').waitFor()

  await page.getByRole('button', { name: 'Pay $10.00 to unlock' }).first().click()

  await page.getByText('LAST-ONE has been used. The price is $12.00 now.').first().waitFor()
  await page.getByRole('button', { name: 'Pay $12.00 to unlock' }).first().waitFor()
})

test('a link with another code replaces the code of this tab, and says so once', {
  tag: '@long',
}, async () => {
  await makeCode(creator.page, { code: 'HELLO', kind: 'percent', percentBps: 1_000 })
  const { page, pageErrors } = await site.newVisitor({ width: 390 })
  const follow = async (code: string, price: string) => {
    await page.goto(`/p/${items.fixed}?code=${code}`)
    await page
      .getByRole('button', { name: `Pay ${price} to unlock` })
      .first()
      .click()
    await page.getByLabel('Card number').waitFor()
    await page.getByRole('button', { name: 'Show summary' }).click()
    await page.getByRole('button', { name: `Remove the code ${code}` }).waitFor()
  }
  await follow('HELLO', '$10.80')

  await follow('SPRING', '$9.60')

  await page.getByText('SPRING replaced HELLO.').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Show summary' }).click()
  await page.getByRole('button', { name: 'Remove the code SPRING' }).waitFor()
  await expect(page.getByText('SPRING replaced HELLO.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove the code SPRING' }).click()
  await page.getByRole('button', { name: 'Complete Purchase' }).and(page.getByText('$12.00')).waitFor()
  expect(pageErrors).toEqual([])
})

test('sales show the code, the price and the discount', { tag: '@long' }, async () => {
  const { page } = creator
  await page.goto('/sales')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'SPRING' }).first()
  await row.getByText('$12.00 − $2.40').waitFor()
  await row.getByText('$9.60').waitFor()
})

test('the sales of one code are listed alone from its row', { tag: '@long' }, async () => {
  const { page } = creator
  for (const query of ['?code=SPRING', '']) {
    const buyer = await site.newVisitor()
    await buyer.page.goto(`/p/${items.fixed}${query}`)
    await buyer.page
      .getByRole('button', { name: /^Pay \$/ })
      .first()
      .click()
    await payWith(buyer.page, cards.success)
    await buyer.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  }
  await page.goto('/discounts')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'SPRING' })

  await row.getByRole('button', { name: 'More for SPRING' }).click()
  await row.getByRole('link', { name: 'Show sales' }).click()

  await page.getByText('Showing sales with SPRING').waitFor()
  const sales = page.getByRole('list', { name: 'Sales' }).getByRole('listitem')
  await expect(sales.filter({ hasNotText: 'SPRING' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Show all sales' }).click()
  await sales.filter({ hasNotText: 'SPRING' }).first().waitFor()
})

test('an address that has used a code pays the price without it, and is asked first', {
  tag: '@long',
}, async () => {
  await makeCode(creator.page, { code: 'ONE-EACH', kind: 'percent', percentBps: 2_000, maxPerBuyer: 1 })
  const payAs = async (email: string) => {
    const visitor = await site.newVisitor({ width: 390 })
    await visitor.page.goto(`/p/${items.fixed}?code=ONE-EACH`)
    await visitor.page.getByRole('button', { name: 'Pay $9.60 to unlock' }).first().click()
    await payWith(visitor.page, cards.success, email)
    return visitor
  }
  const first = await payAs('twice@example.com')
  await first.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()

  const { page, pageErrors } = await payAs('Twice+again@example.com')

  const notice = page.getByRole('alert').filter({ hasText: 'ONE-EACH' })
  await notice.getByText('With this address ONE-EACH can’t be used again. The price is $12.00 now.').waitFor()
  await notice.getByText('You weren’t charged. To pay it, press Complete Purchase again.').waitFor()
  const button = page.getByRole('button', { name: /^Complete Purchase/ })
  await expect(button).toContainText('$12.00')
  await button.click()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await page.goto(`${await accessPath(page)}/receipt`)
  await page.getByText('$12.00').first().waitFor()
  expect(pageErrors).toEqual([])
})

test('a creator makes a code, copies its link, changes it and deletes it', { tag: '@long' }, async () => {
  const { page, pageErrors } = creator
  await page.goto('/discounts')
  await page.getByRole('link', { name: 'New discount' }).click()
  await page.getByLabel('Code', { exact: true }).fill('winter')
  await page.getByLabel('Percent off').fill('101')
  await page.getByRole('button', { name: 'Create discount' }).click()
  await page.getByText('Enter a percentage from 0.01 to 100').first().waitFor()
  await page.getByLabel('Percent off').fill('25')
  await page.getByLabel(/^Uses( \(|$)/).fill('50')
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await preview.getByLabel('Preview').selectOption({ label: 'Salt Roads' })
  await preview.getByText('Pay $9.00 to unlock').waitFor()
  await expect(preview.locator('s')).toHaveText('instead of $12.00')
  await preview.getByText('You get $7.20 of each sale. We keep 20%.').waitFor()

  await page.getByRole('button', { name: 'Create discount' }).click()
  await page.getByRole('heading', { name: 'WINTER is ready' }).waitFor()
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused()
  await expect(page.getByLabel('Link with the code')).toHaveValue(/\/p\/\d+\?code=WINTER$/)
  await page.getByRole('link', { name: 'All discounts' }).click()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'WINTER' })
  await row.getByText('25% off everything').waitFor()
  await row.getByRole('button', { name: 'QR code of WINTER' }).click()
  const sheet = page.getByRole('dialog', { name: 'QR code of WINTER' })
  await expect(sheet.getByRole('img')).toHaveJSProperty('complete', true)
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: 'QR code of WINTER' })).toBeFocused()

  await row.getByRole('button', { name: 'More for WINTER' }).click()
  await row.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Percent off').fill('30')
  await page.getByRole('button', { name: 'Save' }).click()
  await row.getByText('30% off everything').waitFor()
  await row.getByRole('button', { name: 'More for WINTER' }).click()
  await row.getByRole('button', { name: 'Pause' }).click()
  await row.getByText('Paused', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'More for WINTER' }).click()
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])
})

test('a creator makes many codes at once and downloads them', { tag: '@long' }, async () => {
  const { page } = creator
  await page.goto('/discounts/many')
  await page.getByLabel('How many').fill('20')
  await page.getByLabel('Begin with').fill('SALT-')
  await page.getByLabel('Name of this list').fill('First 20 on the list')
  await page.getByLabel('Percent off').fill('30')
  const download = page.waitForEvent('download')

  await page.getByRole('button', { name: 'Create 20 codes and download CSV' }).click()

  expect((await download).suggestedFilename()).toMatch(/^codes-\d+\.csv$/)
  await page.getByText('First 20 on the list').waitFor()
  await page.getByText('30% off everything, one use each').waitFor()
})

test('a code for one use per buyer is quietly refused the second time', { tag: '@long' }, async () => {
  const { page } = creator
  await page.goto('/discounts/new')
  await page.getByRole('button', { name: 'Suggest' }).click()
  await expect(page.getByLabel('Code')).toHaveValue(/^[A-Z]{4}-\d{2}$/)
  await page.getByLabel('Code').fill('ONCE')
  await page.getByLabel('Percent off').fill('10')
  await page.getByText('More limits').click()
  await page.getByLabel('Uses per buyer').fill('1')
  await page.getByRole('button', { name: 'Create discount' }).click()
  await page.getByText('ONCE is ready').waitFor()
  const fan = await site.newVisitor({ width: 390 })
  await fan.page.goto(`/p/${items.fixed}?code=ONCE`)
  await fan.page.getByRole('button', { name: 'Pay $10.80 to unlock' }).first().click()
  await payWith(fan.page, cards.success)
  await fan.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()

  await fan.page.goto(`/p/${items.fixed}?code=ONCE&again=yes`)

  await fan.page.getByText('You’ve used ONCE already.').waitFor()
  await fan.page.getByRole('button', { name: 'Pay $12.00 to unlock' }).first().waitFor()
  expect(fan.pageErrors).toEqual([])
})
