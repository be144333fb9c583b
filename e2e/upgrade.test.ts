import { buy, cards, payAndLeave, payWith, publish, signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

test('owners of Lite get Studio for the difference, from its switch to the payment', {
  tag: '@long',
}, async () => {
  const { page: creator, pageErrors } = await site.openVisitor()
  await signIn(creator, { email: 'mara@example.com', name: 'Mara Vitale' })
  const text = { kind: 'Text' as const, text: 'Salt, flour, water.' }
  const lite = await publish(creator, { ...text, title: 'Lite', price: '12.00' })
  const studio = await publish(creator, { ...text, title: 'Harbor loops, studio edition', price: '22.00' })
  const shoot = async (page: typeof creator, name: string) => {
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
  }

  await creator.goto(`/edit/${studio}`)
  await creator.getByText('More ways to sell').click()
  await creator.getByRole('switch', { name: 'Upgrade from another item' }).check()
  await creator.getByRole('combobox', { name: 'Other item' }).waitFor()
  await creator.getByRole('button', { name: 'Save changes' }).click()
  await creator.getByText('Choose the item whose owners pay only the difference').first().waitFor()
  await creator.getByRole('combobox', { name: 'Other item' }).selectOption('Lite')
  await creator.getByRole('textbox', { name: 'Difference' }).fill('30')
  await creator.getByRole('button', { name: 'Save changes' }).click()
  await creator.getByText('The difference must be less than the price of $22.00').first().waitFor()
  await shoot(creator, 'editor-error')
  await creator.getByRole('textbox', { name: 'Difference' }).fill('10')
  await shoot(creator, 'editor')
  await creator.getByRole('button', { name: 'Save changes' }).click()
  await creator.getByText('Changes saved', { exact: true }).waitFor()
  await creator.goto(`/edit/${studio}`)
  await creator.getByText('More ways to sell').click()
  await expect(creator.getByRole('combobox', { name: 'Other item' })).toHaveValue(lite)
  await expect(creator.getByRole('textbox', { name: 'Difference' })).toHaveValue('10.00')

  const { page: owner, pageErrors: ownerErrors } = await site.newVisitor({ width: 390 })
  await buy(owner, lite, { email: 'owner@example.com' })
  await owner.goto(`/p/${studio}`)
  await owner.getByText('You own Lite').waitFor()
  await owner.getByText('$22.00 for others. Your $12.00 counts.').waitFor()
  await owner.getByText('Bought on another device?').waitFor()
  await shoot(owner, 'tip-phone')
  await owner.setViewportSize({ width: 1280, height: 900 })
  await owner.emulateMedia({ colorScheme: 'dark' })
  await shoot(owner, 'tip-dark')
  await owner.getByRole('button', { name: 'Upgrade for $10.00' }).first().click()
  await owner.getByLabel('Card number').waitFor()
  // A code would start another payment, so none is asked for. A reload keeps the price too.
  await expect(owner.getByText('Have a code?')).toHaveCount(0)
  await owner.evaluate(() => sessionStorage.clear())
  await owner.reload()
  await owner.getByLabel('Card number').waitFor()
  await expect(owner.getByRole('button', { name: /Complete Purchase/ })).toContainText('$10.00')
  await shoot(owner, 'checkout-dark')
  // The bank says no, and the way back has the same price, also in a tab that has forgotten the payment.
  await payWith(owner, cards.requires3ds)
  await owner.getByRole('button', { name: 'Fail', exact: true }).click()
  await owner.getByText('Payment Failed').first().waitFor()
  await owner
    .getByRole('link', { name: /back to checkout|try again/i })
    .first()
    .click()
  await owner.waitForURL(/\/checkout\/\d+\?owner=/)
  await expect(owner.getByRole('button', { name: /Complete Purchase/ })).toContainText('$10.00')
  await payWith(owner, cards.success)
  await owner.getByRole('heading', { name: 'Payment Successful!' }).waitFor()

  const { page: other } = await site.newVisitor()
  await other.goto(`/p/${studio}`)
  await other.getByRole('button', { name: 'Pay $22.00' }).first().waitFor()
  await expect(other.getByText('You own Lite')).toHaveCount(0)
  expect([...pageErrors, ...ownerErrors]).toEqual([])
})

test('without JavaScript an owner upgrades by the form, and others are told the price', {
  tag: '@long',
}, async () => {
  const { page: creator } = await site.openVisitor()
  await signIn(creator, { email: 'nadia@example.com', name: 'Nadia' })
  const text = { kind: 'Text' as const, text: 'Salt.' }
  const lite = await publish(creator, { ...text, title: 'Map', price: '12.00' })
  const atlas = await publish(creator, { ...text, title: 'Atlas', price: '22.00' })
  await creator.goto(`/edit/${atlas}`)
  await creator.getByText('More ways to sell').click()
  await creator.getByRole('switch', { name: 'Upgrade from another item' }).check()
  await creator.getByRole('combobox', { name: 'Other item' }).selectOption('Map')
  await creator.getByRole('textbox', { name: 'Difference' }).fill('10')
  await creator.getByRole('button', { name: 'Save changes' }).click()
  await creator.getByText('Changes saved', { exact: true }).waitFor()
  const { page: owner } = await site.newVisitor({ javaScript: false })
  await payAndLeave(owner, lite)

  await owner.goto(`/p/${atlas}`)
  await owner.getByRole('button', { name: 'Upgrade for $10.00' }).first().click()
  await owner.waitForURL(/\/checkout\/.*owner=yes/)
  const { page: stranger } = await site.newVisitor({ javaScript: false })
  await stranger.goto(`/p/${atlas}?problem=owner`)

  await stranger.getByText('You don’t own the same items as before').waitFor()
  await stranger.getByRole('button', { name: 'Pay $22.00' }).first().waitFor()
})
