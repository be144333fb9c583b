import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PublicContent } from '../contract/content.ts'
import { createPaymentIntent, getCheckout } from '../contract/purchases.ts'
import { resolveAmount } from '../domain/price.ts'
import { parseTipAmount, payLabel } from '../web/features/buying/tip-page/amount.ts'
import { parsePayFormDefaults } from '../web/features/buying/tip-page/pay-form-defaults.ts'
import { formatMoney } from '../web/ui/format.ts'
import { isLongRun } from './support/long-run.ts'
import { createTestApp, type Visitor } from './support/test-app.ts'

const tipPage = {
  minimumChargeAmount: '2.00',
  pricingModel: 'pay_what_you_want',
  suggestedAmounts: [],
  suggestedAmount: null,
} satisfies Partial<PublicContent>
const terms = { minimum: '2.00', currency: 'USD' }
const digitScripts = ['0123456789', '０１２３４５６７８９', '٠١٢٣٤٥٦٧٨٩', '०१२३४५६७८९']
const typedPart = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...digitScripts.flatMap((script) => [...script])) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('.', ',', '٫', '$', '€', ' ', '-', '+', 'e', '²', '\u00a0', '\u200f'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 2 }) },
)
/** What the amount field accepts: one line, at most 20 characters. */
const typedText = fc
  .oneof(
    fc.array(typedPart, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.string(),
  )
  .map((text) => text.replace(/[\r\n]/g, '').slice(0, 20))

/** The pay button's label for an amount, as the page's script and the server render it. */
function payLabelFor(typed: string): string {
  return payLabel(parseTipAmount(typed, terms), terms)
}

async function amountFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText({ pricingModel: 'pay_what_you_want', minimumPrice: '2.00' })

  /** Posts the form like a browser without scripts; returns where it redirects. */
  async function postForm(who: Visitor, amount: string): Promise<URL> {
    const answer = await who.send('POST', `/p/${item.id}`, {
      payload: new URLSearchParams({ amount }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        origin: 'null',
      },
    })
    return new URL(String(answer.headers.location), 'http://localhost')
  }

  /** The checkout that this visitor has started: its amount at the provider, and the amount that it shows. */
  async function findStartedCheckout(
    who: Visitor,
  ): Promise<{ cents: number; shownAmount: string } | undefined> {
    const { status, body } = await who.call(getCheckout, { params: { id: item.id } })
    if (status !== 200) return undefined
    const { amount: cents } = await w.ports.paymentProvider.getPayment(body.paymentIntentId)
    const checkouts = await w.probe.checkouts()
    const checkout = checkouts.find(({ providerPaymentId }) => providerPaymentId === body.paymentIntentId)
    expect(checkout?.amount).toBe(cents)
    return { cents, shownAmount: formatMoney(body.amount, body.currency) }
  }

  return { w, item, postForm, findStartedCheckout }
}

test.each([
  ['７５０', 75_000, 'Pay $750.00 to unlock'],
  ['٧٥٠', 75_000, 'Pay $750.00 to unlock'],
  ['７5', 7_500, 'Pay $75.00 to unlock'],
  ['7,50', 750, 'Pay $7.50 to unlock'],
  ['7,5', 750, 'Pay $7.50 to unlock'],
  ['$7', 700, 'Pay $7.00 to unlock'],
  ['', 200, 'Pay $2.00 to unlock'],
])('%j typed into the form of a page without scripts charges %d cents', async (typed, cents, button) => {
  const { w, item, postForm, findStartedCheckout } = await amountFixture()
  const fan = w.visitor()

  const location = await postForm(fan, typed)

  expect(location.pathname).toBe(`/checkout/${item.id}`)
  expect(payLabelFor(typed)).toBe(button)
  expect(await findStartedCheckout(fan)).toEqual({ cents, shownAmount: button.slice(4, -10) })
})

test.each(['1,000', '1.000', '€7', '5²', '٧5', '-5', '1e3', '7 50'])(
  '%j returns to its field with a message, and no checkout starts',
  async (typed) => {
    const { w, item, postForm, findStartedCheckout } = await amountFixture()
    const fan = w.visitor()

    const location = await postForm(fan, typed)
    const page = parsePayFormDefaults(location.searchParams, { ...tipPage, ...terms })

    expect([location.pathname, location.searchParams.get('amount')]).toEqual([`/p/${item.id}`, typed])
    expect(page).toMatchObject({
      amount: typed,
      amountError: expect.stringContaining('Enter an amount like 2.00'),
    })
    expect(payLabelFor(page.amount)).toMatch(/^Pay (to unlock|at least \$2\.00)$/)
    expect(await findStartedCheckout(fan)).toBeUndefined()
  },
)

test('for any string, the button, the checkout and the charge agree, and a rejected string starts no checkout', {
  tags: ['scaled'],
}, async () => {
  const { w, item, postForm, findStartedCheckout } = await amountFixture()
  await fc.assert(
    fc.asyncProperty(typedText, async (typed) => {
      const parsed = parseTipAmount(typed, terms)
      const [withScript, withoutScript] = [w.visitor(), w.visitor()]
      if ('amount' in parsed)
        await withScript.call(createPaymentIntent, {
          body: { contentId: item.id, customAmount: parsed.amount },
        })
      await postForm(withoutScript, typed)

      const [first, second] = [
        await findStartedCheckout(withScript),
        await findStartedCheckout(withoutScript),
      ]

      expect(second).toEqual(first)
      if (first) expect(payLabelFor(typed)).toBe(`Pay ${first.shownAmount} to unlock`)
      if (!('amount' in parsed)) expect(payLabelFor(typed)).toMatch(/^Pay (to unlock|at least \$2\.00)$/)
      if (!('amount' in parsed)) expect(first).toBeUndefined()
    }),
    { numRuns: isLongRun ? 100 : 25 },
  )
})

test('for any string, the amount on the button is the amount the server charges, to the cent', () => {
  const content = { pricingModel: 'pay_what_you_want', priceAmount: 200, currency: 'USD' } as const
  fc.assert(
    fc.property(typedText, (typed) => {
      const parsed = parseTipAmount(typed, terms)
      // A larger amount is rejected by the server, with the maximum in the message.
      if (!('amount' in parsed) || Number(parsed.amount) > 999_999.99) return
      const { customAmount } = createPaymentIntent.body.parse({ contentId: 1, customAmount: parsed.amount })

      const cents = resolveAmount(content, customAmount, { min: 50, max: Number.MAX_SAFE_INTEGER })

      expect(payLabelFor(typed)).toBe(`Pay ${formatMoney((cents / 100).toFixed(2), 'USD')} to unlock`)
    }),
    { numRuns: 5_000 },
  )
})
