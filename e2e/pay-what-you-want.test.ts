import { accessPath, buy, cards, chooseInMenu, payWith, publish, unfold } from './fixtures/actions.ts'
import { textsForSale } from './fixtures/items.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()
const items = textsForSale(site)

test('an amount below the minimum is rejected with a message, the minimum and more are accepted', async () => {
  const { page } = await site.newVisitor()
  await page.goto(`/p/${items.tips}`)
  await page.getByLabel('Pay what you want').fill('1.99')
  await page.getByRole('button', { name: /^Pay/ }).first().click()

  await page.getByText('Amount too low').first().waitFor()
  await page.getByText('Minimum amount is $2.00').first().waitFor()
  await page.getByLabel('Pay what you want').fill('7.50')
  await page.getByRole('button', { name: 'Pay $7.50 to unlock' }).first().click()
  await page.getByLabel('Card number').waitFor()

  expect(await page.getByText('$7.50').count()).toBeGreaterThan(0)
})

for (const [typed, amount] of [
  ['７５０', '$750.00'],
  ['٧٥٠', '$750.00'],
  ['７5', '$75.00'],
  ['7,50', '$7.50'],
] as const) {
  test(`${typed} typed as an amount is ${amount} on the button, at the checkout and on the order`, {
    tag: typed === '7,50' ? [] : '@long',
  }, async () => {
    const { page, pageErrors } = await site.newVisitor({ width: 390 })
    await page.goto(`/p/${items.tips}`)

    await page.getByLabel('Pay what you want').fill(typed)
    await page
      .getByRole('button', { name: `Pay ${amount} to unlock` })
      .first()
      .click()
    await page.getByText(amount, { exact: true }).filter({ visible: true }).first().waitFor()
    await payWith(page, cards.success)

    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
    await page.goto(`${await accessPath(page)}/receipt`)
    await page.getByText(amount).first().waitFor()
    expect(pageErrors).toEqual([])
  })
}

test('without JavaScript, an amount in full-width digits opens its checkout, and 1,000 is rejected with a message', async () => {
  const { page } = await site.newVisitor({ javaScript: false })
  await page.goto(`/p/${items.tips}`)
  await page.getByLabel('Pay what you want').fill('1,000')
  await page.getByRole('button', { name: /^Pay/ }).first().click()

  await page
    .getByText('Enter an amount like 2.00, with up to 2 decimals and no thousands separator')
    .waitFor()
  await expect(page.getByLabel('Pay what you want')).toHaveValue('1,000')
  await page.getByLabel('Pay what you want').fill('７５０')
  await page.getByRole('button', { name: 'Pay to unlock' }).first().click()

  await page.waitForURL(/\/checkout\/\d+\?.*amount=750\.00/)
})

for (const width of [390, 1280]) {
  test(`at ${width} px, the toast about an amount covers neither its field nor the pay button`, {
    tag: width > 390 ? '@long' : [],
  }, async () => {
    const { page } = await site.newVisitor({ width })
    await page.goto(`/p/${items.tips}`)
    await page.getByLabel('Pay what you want').fill('1.99')
    const pay = page.getByRole('button', { name: /^Pay/ }).first()
    await pay.click()
    await page.getByText('Amount too low').first().waitFor()

    for (const target of [pay, page.getByLabel('Pay what you want')]) {
      await target.scrollIntoViewIfNeeded()
      expect(await target.evaluate(isOnTop)).toBe(true)
    }
  })
}

/** Whether a click in the middle of an element would reach it. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const topElement = document.elementFromPoint(left + width / 2, top + height / 2)
  return topElement !== null && element.contains(topElement)
}

/** How many of the elements a finger would reach. In one call, because an element may be hidden meanwhile. */
function countOnTop(elements: Array<HTMLElement | SVGElement>): number {
  return elements.filter((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const topElement = document.elementFromPoint(left + width / 2, top + height / 2)
    return topElement !== null && element.contains(topElement)
  }).length
}

test('at 360 × 640 exactly one pay button is always in view', async () => {
  const { page } = await site.newVisitor({ width: 360 })
  await page.setViewportSize({ width: 360, height: 640 })
  for (const id of [items.tips, items.fixed]) {
    await page.goto(`/p/${id}`)
    const buttons = page.getByRole('button', { name: /^Pay / })
    /** The buttons that a finger would reach, and not the one that the bar covers. */
    const countVisible = () => buttons.evaluateAll(countOnTop)

    await expect.poll(countVisible).toBe(1)
    await page.locator('[data-pay-button]').evaluate((button) => button.scrollIntoView({ block: 'center' }))
    await expect.poll(countVisible).toBe(1)
    await page.mouse.wheel(0, 5_000)
    await expect.poll(countVisible).toBe(1)
  }
})

test('the amount is initially empty, or the amount that the creator prefilled', {
  tag: '@long',
}, async () => {
  const { page, context } = await site.newVisitor()
  await page.goto(`/p/${items.tips}`)
  const button = page.locator('[data-pay-button]')
  await expect(page.getByLabel('Pay what you want')).toHaveValue('')
  await expect(button).toHaveText('Pay to unlock')
  await page.getByLabel('Pay what you want').focus()
  await expect(button).toHaveText('Pay $2.00 to unlock')

  await context.addCookies(await items.creator.context.cookies())
  await page.goto(`/edit/${items.tips}`)
  await unfold(page, 'Suggested amounts')
  await page.getByLabel('Prefilled amount').fill('1')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Enter an amount of at least $2.00').first().waitFor()
  await page.getByLabel('Prefilled amount').fill('6')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changes saved').first().waitFor()

  await page.goto(`/p/${items.tips}`)
  await expect(page.getByLabel('Pay what you want')).toHaveValue('6.00')
  await page.getByLabel('Pay what you want').focus()
  await expect(button).toHaveText('Pay $6.00 to unlock')
})

test('the stats of an item show what buyers paid', { tag: '@long' }, async () => {
  const { page: creator } = items.creator
  const item = { kind: 'Text', title: 'Thaw', minimum: '2.00', text: 'Salt.' } as const
  const id = await publish(creator, item)
  for (const amount of ['2.00', '2.50', '5.00']) await buy((await site.newVisitor()).page, id, { amount })

  await creator.goto('/dashboard')
  await chooseInMenu(creator, 'Thaw', 'Stats for')

  const ranges = creator.getByRole('figure', { name: 'What buyers paid' }).getByRole('listitem')
  await expect(ranges).toHaveText([
    '$2.00 to $2.992 sales',
    '$3.00 to $3.990 sales',
    '$4.00 to $4.990 sales',
    '$5.00 to $5.991 sale',
  ])
  const widths = await ranges.evaluateAll((rows) =>
    rows.map((row) => row.querySelector('[style]')?.getBoundingClientRect().width ?? 0),
  )
  expect(widths.map((width) => width / (widths[0] ?? 1))).toEqual([1, 0, 0, expect.closeTo(0.5, 2)])
})
