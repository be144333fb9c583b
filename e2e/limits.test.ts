import type { Page } from '@playwright/test'
import { accessPath, cards, goToCheckout, payWith, publish, signIn } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let creator: Visitor

test.beforeAll(async () => {
  creator = await site.openVisitor()
  await signIn(creator.page, { email: 'mara@example.com', name: 'Mara' })
})

function publishFrost(title: string): Promise<string> {
  return publish(creator.page, { kind: 'Text', text: 'Snow.', title, price: '15.00' })
}

async function limitCopies(page: Page, id: string, copies: string): Promise<void> {
  await page.goto(`/edit/${id}`)
  await page.getByText('More ways to sell').click()
  const limit = page.getByRole('switch', { name: 'Limit the copies' })
  if (!(await limit.isChecked())) await limit.check()
  await page.getByRole('textbox', { name: 'Number of copies' }).fill(copies)
}

test('a creator sells one copy: it is held while it is paid, then sold out, and more are announced by one email', {
  tag: '@long',
}, async () => {
  const id = await publishFrost('First Frost')
  await limitCopies(creator.page, id, '1')
  await creator.page.getByText('0 sold, 1 left.').waitFor()
  await creator.page.getByRole('button', { name: 'Save changes' }).click()
  await creator.page.getByText('Changes saved', { exact: true }).waitFor()

  const buyer = await site.newVisitor()
  await buyer.page.goto(`/p/${id}`)
  await buyer.page.getByText('Yours is held for 30 minutes once you start to pay.').waitFor()
  await goToCheckout(buyer.page, id)
  await buyer.page.getByLabel('Card number').waitFor()
  const late = await site.newVisitor({ width: 390 })
  await late.page.goto(`/p/${id}`)
  await late.page.getByText('It is being paid for').waitFor()
  await expect(late.page.getByRole('button', { name: 'Taken or held' })).toBeDisabled()
  await payWith(buyer.page, cards.success)
  await buyer.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  expect(await accessPath(buyer.page)).toContain('/access/')

  await late.page.getByRole('button', { name: 'Tell me' }).waitFor({ timeout: 15_000 })
  await late.page.getByText('1 of 1 sold').waitFor()
  await late.page.getByLabel('Email').fill('sam@example.com')
  await late.page.getByRole('button', { name: 'Tell me' }).click()
  await late.page.getByText('We’ll email you if Mara makes more or one comes back.').waitFor()
  expect([...buyer.pageErrors, ...late.pageErrors, ...creator.pageErrors]).toEqual([])
})

test('a limit below what is sold is refused in the block, which opens for it', { tag: '@long' }, async () => {
  const id = await publishFrost('Second Frost')
  const buyer = await site.newVisitor()
  await goToCheckout(buyer.page, id)
  await payWith(buyer.page, cards.success)
  await buyer.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await goToCheckout((await site.newVisitor()).page, id)
  const { page } = creator
  await limitCopies(page, id, '1')

  await page.getByRole('button', { name: 'Save changes' }).click()

  await page.getByText('1 is sold and 1 is being paid for. The limit can’t go below 2.').first().waitFor()
  await page.getByRole('textbox', { name: 'Number of copies' }).fill('2')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changes saved', { exact: true }).waitFor()
})

test('without JavaScript a sold-out item still takes an address', { tag: '@long' }, async () => {
  const id = await publishFrost('Third Frost')
  await limitCopies(creator.page, id, '1')
  await creator.page.getByRole('button', { name: 'Save changes' }).click()
  await creator.page.getByText('Changes saved', { exact: true }).waitFor()
  const buyer = await site.newVisitor()
  await goToCheckout(buyer.page, id)
  await payWith(buyer.page, cards.success)
  await buyer.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  const { page } = await site.newVisitor({ javaScript: false })
  await page.goto(`/p/${id}`)

  await page.getByLabel('Email').fill('sam@example.com')
  await page.getByRole('button', { name: 'Tell me' }).click()

  await page.getByText('We’ll email you if Mara makes more or one comes back.').waitFor()
})
