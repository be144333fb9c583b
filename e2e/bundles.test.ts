import { createBundle } from '../contract/bundles.ts'
import { buy, cards, payWith, publish, signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

test('a creator puts a bundle together, and a buyer gets everything in it', async () => {
  const { page: creator, pageErrors } = await site.openVisitor()
  await signIn(creator, { email: 'mara@example.com', name: 'Mara Vitale' })
  const text = { kind: 'Text' as const, text: 'Salt, flour, water.' }
  await publish(creator, { ...text, title: 'Salt Roads', price: '12.00' })
  const ferry = await publish(creator, { ...text, title: 'Night Ferry', price: '8.00' })

  await creator.goto('/upload')
  await creator.getByRole('link', { name: 'New bundle' }).click()
  await creator.getByLabel('Title').fill('The whole coast')
  await creator.getByRole('button', { name: /Night Ferry/ }).click()
  await creator.getByText('A bundle needs at least 2 items.').waitFor()
  await creator.getByRole('button', { name: /Salt Roads/ }).click()
  await creator.getByRole('button', { name: 'Move Salt Roads up' }).click()
  await creator.getByText('Bought singly: $20.00').waitFor()
  await creator.getByLabel('Or percent off').fill('25')
  await expect(creator.getByLabel('Price', { exact: true })).toHaveValue('15.00')
  if (process.env.SHOTS) await creator.screenshot({ path: `${process.env.SHOTS}/editor.png`, fullPage: true })
  await creator.getByRole('button', { name: 'Publish & Create Tip Link' }).click()
  await creator.waitForURL(/\/p\/\d+/)
  const path = new URL(creator.url()).pathname

  const { page: buyer } = await site.newVisitor({ width: 390 })
  await buyer.goto(path)
  await expect(buyer.getByRole('listitem')).toContainText([/Salt Roads.*\$12\.00/, /Night Ferry.*\$8\.00/])
  await buyer.getByText('$20.00 singly. You save $5.00.').waitFor()
  if (process.env.SHOTS)
    await buyer.screenshot({ path: `${process.env.SHOTS}/tip-phone.png`, fullPage: true })
  await buyer.getByRole('button', { name: 'Pay $15.00 to unlock all 2' }).first().click()
  await payWith(buyer, cards.success)
  await buyer.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await buyer.locator('#parts').getByRole('heading', { name: 'Night Ferry' }).waitFor()
  if (process.env.SHOTS)
    await buyer.screenshot({ path: `${process.env.SHOTS}/access-phone.png`, fullPage: true })

  // Someone who has one of the items pays for the other one, at the bundle’s rate.
  const { page: owner } = await site.newVisitor()
  await buy(owner, ferry, { email: 'owner@example.com' })
  await owner.goto(path)
  await owner.getByText('Complete the set').waitFor()
  await owner.getByText('The other one is $12.00 singly. You save $3.00.').waitFor()
  await owner.getByText('How we got to $9.00').click()
  if (process.env.SHOTS) await owner.screenshot({ path: `${process.env.SHOTS}/rest.png`, fullPage: true })
  await owner.getByRole('button', { name: 'Pay $9.00 for the other one' }).first().click()
  await owner.getByLabel('Card number').waitFor()
  await payWith(owner, cards.success)
  await owner.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await owner.locator('#parts').getByRole('heading', { name: 'Salt Roads' }).waitFor()
  expect(pageErrors).toEqual([])
})

test('without a script, the link of one item leads to the rest of its bundle on another device', {
  tag: '@long',
}, async () => {
  const { page: creator } = await site.newVisitor()
  await signIn(creator, { email: 'nadia@example.com', name: 'Nadia' })
  const text = { kind: 'Text' as const, text: 'Salt, flour, water.' }
  const first = await publish(creator, { ...text, title: 'Salt Roads', price: '12.00' })
  const second = await publish(creator, { ...text, title: 'Night Ferry', price: '8.00' })
  const data = { title: 'The whole coast', price: '15.00', items: [Number(first), Number(second)] }
  const created = await creator.request.post(createBundle.path, { data })
  const { id } = await created.json()
  const { page: buyer } = await site.newVisitor()
  const access = await buy(buyer, first)

  const { page: phone } = await site.newVisitor({ width: 390, javaScript: false })
  await phone.goto(access)
  await phone.getByText('You have 1 of 2 of “The whole coast”').waitFor()
  await phone.getByRole('link', { name: 'Complete the set' }).click()
  await expect(phone).toHaveURL(new RegExp(`/p/${id}\\?owner=`))
  expect(phone.url()).not.toContain(access.split('/').at(-1))
  await expect(phone.getByRole('listitem')).toContainText([/Salt Roads.*Yours/, /Night Ferry.*\$8\.00/])
  await phone.getByRole('button', { name: 'Pay $6.00 for the other one' }).first().click()
  await expect(phone).toHaveURL(new RegExp(`/checkout/${id}\\?.*owner=`))

  // On the device that paid, the offer is dismissed for good.
  await buyer.goto(access)
  await buyer.getByRole('button', { name: 'Don’t offer this again' }).click()
  await expect(buyer.getByText('You have 1 of 2')).toHaveCount(0)
})
