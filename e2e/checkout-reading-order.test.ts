import { goToCheckout } from './fixtures/actions.ts'
import { textsForSale } from './fixtures/items.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()
const items = textsForSale(site)

/** docs/accessibility.md describes this order in words. */
const phoneOrder = `
  - banner:
    - paragraph: Secure checkout
  - main:
    - heading "Checkout" [level=1]
    - link /^Back to /
    - heading "Order Summary" [level=2]
    - button "Show summary"
    - heading "Payment Details" [level=2]
    - textbox "Email"
    - paragraph: We’ll send your access link here. No account needed.
    - textbox "Card number"
    - textbox "Expiry"
    - textbox "CVC"
    - button /^Complete Purchase · \\$/
    - list:
      - listitem: Card details go straight to the card provider
      - listitem: Yours right after payment, on any device
    - group: /Test cards/
    - region "Guarantee"
    - paragraph:
      - link "Resend my link"
  - contentinfo
`

test('a screen reader reads the checkout on a phone in the documented order', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor({ width: 360 })
  await goToCheckout(page, items.fixed)

  await expect(page.locator('body')).toMatchAriaSnapshot(phoneOrder)
})

test('a malformed email is announced at its field, which gets the focus', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor({ width: 360 })
  await goToCheckout(page, items.fixed)
  await page.getByLabel('Email').fill('fan@')

  await page.getByRole('button', { name: /Complete Purchase/ }).click()

  const email = page.getByLabel('Email')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription(/Enter an email address like name@example\.com/)
})
