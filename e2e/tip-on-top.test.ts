import { accessPath, cards, payWith, publish, signIn } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let creator: Visitor
let item: string

test.beforeAll(async () => {
  creator = await site.openVisitor()
  await signIn(creator.page, { email: 'mara@example.com', name: 'Mara Vitale' })
  const text = { kind: 'Text' as const, text: 'Salt, flour, water.' }
  item = await publish(creator.page, { ...text, title: 'Salt Roads', price: '12.00' })
})

test('a creator asks for a tip on top, and a fan adds one at checkout', { tag: '@long' }, async () => {
  const { page } = creator
  await page.goto(`/edit/${item}`)
  await page.getByText('More ways to sell').click()
  await page.getByText('Ask for a tip on top').click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changes saved').first().waitFor()

  const fan = await site.newVisitor({ width: 390 })
  await fan.page.goto(`/p/${item}`)
  await fan.page.getByRole('button', { name: 'Pay $12.00 to unlock' }).first().click()
  const tips = fan.page.getByRole('group', { name: 'Tip for Mara Vitale' })
  await expect(tips.getByRole('radio', { name: 'None' })).toBeChecked()
  await fan.page.getByLabel('Card number').fill('4242 4242 4242 4242')

  await tips.getByText('$2.40').click()
  const summary = fan.page.getByRole('definition').filter({ visible: true })
  await expect(summary.last()).toHaveText('$14.40')
  await tips.getByText('Other').click()
  await fan.page.getByLabel('Other tip').fill('5')
  await fan.page.getByLabel('Other tip').press('Enter')
  await expect(summary.last()).toHaveText('$17.00')
  await expect(fan.page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')

  await payWith(fan.page, cards.success)
  await fan.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await fan.page.goto(`${await accessPath(fan.page)}/receipt`)
  await expect(fan.page.getByRole('definition').filter({ hasText: '$5.00' })).toBeVisible()
  await page.goto('/sales')
  await page.getByText('$12.00 + $5.00 tip').waitFor()
  expect(fan.pageErrors).toEqual([])
})

test('one press tips again with the last amount, and nothing asks whether it is owned', {
  tag: '@long',
}, async () => {
  const text = { kind: 'Text' as const, text: 'Salt, flour, water.' }
  const id = await publish(creator.page, { ...text, title: 'Night Ferry', minimum: '5.00' })
  const { page, pageErrors } = await site.newVisitor({ width: 390 })
  await page.goto(`/p/${id}`)
  await page.getByLabel('Pay what you want').fill('7.50')
  await page.getByRole('button', { name: 'Pay $7.50 to unlock' }).first().click()
  await payWith(page, cards.success)
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()

  await page.goto(await accessPath(page))
  await page.getByRole('button', { name: 'Tip $7.50 again' }).click()
  await page.getByLabel('Card number').waitFor()
  await expect(page.getByRole('button', { name: /Complete Purchase/ })).toContainText('$7.50')
  await payWith(page, cards.success)

  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  expect(pageErrors).toEqual([])
})
