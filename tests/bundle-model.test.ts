import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reinstateContent, takeDownContent } from '../contract/moderation.ts'
import { completePayment, createPaymentIntent, getAccess } from '../contract/purchases.ts'
import { completionPrice, sharesOf } from '../domain/bundle.ts'
import { computeBalance } from '../server/features/money/ledger/repository.ts'
import { bundleFixture } from './support/bundle-fixture.ts'
import { checkLedger } from './support/check-ledger.ts'
import { postForm } from './support/free-fixture.ts'
import { isLongRun } from './support/long-run.ts'
import type { Visitor } from './support/test-app.ts'

/** Night Ferry, the little book and Karst, by which a bundle for $24.00 is divided. */
const prices = [1_200, 900, 1_500] as const
const bundlePrice = 2_400
const karst = 2
const charge = { min: 50, max: 99_999_999 }

/** A payment of a fan. `gives` and `owned` are indexes of items; one item is sold alone where `isBundle` is false. */
type Payment = {
  fan: number
  id: string
  token: string
  isBundle: boolean
  amount: number
  refunded: number
  gives: Array<number>
  owned: Array<number>
  /** The item whose part was refunded. */
  sharedOut: number | undefined
  /** A bank asks once. */
  wasDisputed?: true
}

const arbitraryStep = fc.oneof(
  fc.record({ kind: fc.constant('item' as const), fan: fc.nat(1), item: fc.nat(2) }),
  fc.record({ kind: fc.constant('bundle' as const), fan: fc.nat(1) }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rest' as const), fan: fc.nat(1) }) },
  fc.record({
    kind: fc.constant('refund' as const),
    which: fc.nat(),
    share: fc.constantFrom(0.3, 0.5, 1, 1),
  }),
  fc.record({ kind: fc.constant('dispute' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('moderate' as const) }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('ask back' as const), which: fc.nat() }) },
)
type Step = typeof arbitraryStep extends fc.Arbitrary<infer S> ? S : never

test('after random sales of items, bundles and rests, refunds of all kinds and disputes, everybody has what they paid for', {
  tags: ['scaled'],
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryStep, { minLength: 25, maxLength: 30, size: 'max' }),
      async (steps) => {
        const shop = await openShop()
        for (const [index, step] of steps.entries()) {
          shop.w.clock.advance(1_000)
          await apply(shop, step, index)
          expect(await shop.w.probe.sum()).toBe(0)
        }
        await expectAccess(shop)
        const earned = shop.model.reduce((sum, payment) => sum + netOf(payment), 0)
        expect(await computeBalance(shop.w.db, `creator_balance/${shop.mara.id}`)).toBe(earned)
        expect(await checkLedger(shop.w)).toEqual([])
      },
    ),
    { numRuns: isLongRun ? 15 : 1, endOnFailure: true },
  )
})

async function openShop() {
  const fixture = await bundleFixture()
  const { w, ferry, book } = fixture
  return {
    ...fixture,
    ids: [ferry.id, book.id, fixture.karst.id],
    admin: await w.creator('admin@example.com'),
    fans: [w.visitor(), w.visitor()],
    model: [] as Array<Payment>,
    isDown: false,
  }
}
type Shop = Awaited<ReturnType<typeof openShop>>

async function apply(shop: Shop, step: Step, index: number): Promise<void> {
  if (step.kind === 'moderate') return moderate(shop)
  if ('fan' in step) return buy(shop, step)
  const payment = shop.model[step.which % Math.max(shop.model.length, 1)]
  if (!payment) return
  if (step.kind === 'refund') await refund(shop, payment, step.share, index)
  if (step.kind === 'dispute') await disputeAndWin(shop, payment)
  if (step.kind === 'ask back') await askBack(shop, payment)
}

/** Karst is taken down, or comes back. Who paid for the bundle while it was down has it from then on. */
async function moderate(shop: Shop): Promise<void> {
  const params = { id: shop.ids[karst] }
  if (shop.isDown)
    for (const { isBundle, gives, owned } of shop.model)
      if (isBundle && ![...gives, ...owned].includes(karst)) gives.push(karst)
  const { status } = shop.isDown
    ? await shop.admin.call(reinstateContent, { params })
    : await shop.admin.call(takeDownContent, { params, body: { reason: 'Not theirs', revokeBuyers: false } })
  expect(status).toBe(200)
  shop.isDown = !shop.isDown
}

const isActive = ({ refunded, amount }: Payment) => refunded < amount

/** What a fan has by their payments, but one. A set that was completed has what was owned only by the others. */
function ownedBy({ model }: Shop, fan: number, except?: Payment): Set<number> {
  const active = model.filter((payment) => payment.fan === fan && isActive(payment) && payment !== except)
  return new Set(active.flatMap(({ gives, sharedOut }) => gives.filter((item) => item !== sharedOut)))
}

async function buy(shop: Shop, step: Extract<Step, { fan: number }>): Promise<void> {
  const { fans, ids, bundle, isDown, model } = shop
  const fan = fans[step.fan]
  if (!fan) throw new Error('There is no such fan')
  const all = prices.map((_, item) => item).filter((item) => !(isDown && item === karst))
  if (step.kind === 'item') {
    if (!all.includes(step.item)) return
    return pay(shop, step.fan, {
      contentId: ids[step.item] ?? 0,
      amount: prices[step.item] ?? 0,
      gives: [step.item],
    })
  }
  if (step.kind === 'bundle')
    return pay(shop, step.fan, { contentId: bundle.id, amount: bundlePrice, gives: all })
  const hasBundle = model.some((one) => one.fan === step.fan && one.isBundle && isActive(one))
  const owned = ownedBy(shop, step.fan)
  const priced = all.map((item) => ({ id: item, price: prices[item] ?? 0 }))
  const amount = hasBundle ? undefined : completionPrice(priced, owned, { bundlePrice, charge })
  if (amount === undefined) {
    const body = { contentId: bundle.id, buyerEmail: emailOf(step.fan), paysAsOwner: true }
    expect((await fan.call(createPaymentIntent, { body })).status).toBe(400)
    return
  }
  const gives = all.filter((item) => !owned.has(item))
  await pay(shop, step.fan, {
    contentId: bundle.id,
    amount,
    gives,
    owned: all.filter((item) => owned.has(item)),
  })
}

const emailOf = (fan: number) => `fan${fan}@example.com`

type Order = { contentId: number; amount: number; gives: Array<number>; owned?: Array<number> }

async function pay(shop: Shop, fan: number, { contentId, amount, gives, owned = [] }: Order): Promise<void> {
  const visitor = shop.fans[fan]
  if (!visitor) throw new Error('There is no such fan')
  const order = { email: emailOf(fan), ...(owned.length > 0 && { paysAsOwner: true }) }
  const paid = await visitor.purchase(contentId, order)
  expect(paid.amount).toBe((amount / 100).toFixed(2))
  const token = await tokenOf(shop, visitor, contentId)
  const isBundle = contentId === shop.bundle.id
  const payment = { fan, id: paid.paymentIntentId, token, isBundle, amount, refunded: 0, gives, owned }
  shop.model.push({ ...payment, sharedOut: undefined })
}

/** Of the newest purchase. */
async function tokenOf(_shop: Shop, visitor: Visitor, contentId: number): Promise<string> {
  const { existingAccessUrl } = await visitor.starts(contentId)
  return String(existingAccessUrl).split('/').at(-1) ?? ''
}

async function refund(shop: Shop, payment: Payment, share: number, index: number): Promise<void> {
  const amount = Math.ceil((payment.amount - payment.refunded) * share)
  if (amount === 0) return
  await shop.w.sandbox.refund({ paymentId: payment.id, amount, reason: 'requested' }, `refund:${index}`)
  payment.refunded += amount
  await complete(shop, payment)
}

/** The bank holds the money, so access is paused; then it gives it back. */
async function disputeAndWin(shop: Shop, payment: Payment): Promise<void> {
  if (payment.refunded > 0 || payment.wasDisputed) return
  payment.wasDisputed = true
  const statusOf = async () => (await open(shop, payment)).status
  await shop.w.sandbox.simulate.dispute(payment.id, 'open')
  await complete(shop, payment)
  expect(await statusOf()).toBe(403)
  await shop.w.sandbox.simulate.dispute(payment.id, 'win')
  await complete(shop, payment)
  expect(await statusOf()).toBe(200)
}

/** The part of Karst, once, while it is down. Pressed twice at once. */
async function askBack(shop: Shop, payment: Payment): Promise<void> {
  const { w, fans, ids, isDown } = shop
  const { gives, owned, amount, refunded, sharedOut, isBundle, token, fan } = payment
  const press = () => postForm(fans[fan] ?? w.visitor(), `/access/${token}/refund-share/${ids[karst]}`)
  await Promise.all([press(), press()])
  const priced = gives.map((item) => ({ id: item, price: prices[item] ?? 0 }))
  const share = isBundle ? (sharesOf(amount, priced).get(karst) ?? 0) : 0
  const left = amount - refunded
  const others = ownedBy(shop, fan, payment)
  const hasOthers = gives.some((item) => item !== karst) || owned.some((item) => others.has(item))
  if (!isDown || sharedOut !== undefined || share <= 0 || left <= 0 || (hasOthers && share >= left)) return
  payment.refunded += Math.min(share, left)
  payment.sharedOut = karst
}

async function complete({ fans }: Shop, { fan, id }: Payment): Promise<void> {
  const answer = await fans[fan]?.call(completePayment, { params: { paymentIntentId: id } })
  expect(answer?.body).toMatchObject({ state: 'paid' })
}

async function open({ w, fans }: Shop, { fan, token }: Payment) {
  return (fans[fan] ?? w.visitor()).call(getAccess, { params: { token } })
}

/** Each page has what was paid for on it, and of a completed set what its buyer still has. */
async function expectAccess(shop: Shop): Promise<void> {
  const { model, isDown } = shop
  const titles = ['Night Ferry', 'The little book', 'Karst']
  for (const payment of model.filter(({ isBundle }) => isBundle)) {
    const { status, body } = await open(shop, payment)
    expect(status).toBe(isActive(payment) ? 200 : 403)
    if (status !== 200) continue
    const others = ownedBy(shop, payment.fan, payment)
    // What was down when the bundle was paid is in it again when it comes back.
    const all = prices.map((_, item) => item)
    const expected = all.filter(
      (item) =>
        !(isDown && item === karst) &&
        item !== payment.sharedOut &&
        (!payment.owned.includes(item) || others.has(item)),
    )
    expect(body.content.parts.map(({ section }) => section)).toEqual(expected.map((item) => titles[item]))
  }
}

/** The creator's 80%: the fee is 20%, rounded down, and what is refunded of it is too. */
function netOf({ amount, refunded }: Payment): number {
  const fee = Math.floor((amount * 20) / 100)
  const platform = refunded === amount ? 0 : fee - Math.floor((fee * refunded) / amount)
  return amount - refunded - platform
}
