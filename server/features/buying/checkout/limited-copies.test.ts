import { expect, test } from 'vitest'
import { getContent } from '../../../../contract/content.ts'
import { getContentForEditing } from '../../../../contract/content-editing.ts'
import { requestCopies } from '../../../../contract/copies.ts'
import { createDiscount } from '../../../../contract/discounts.ts'
import { completePayment, createPaymentIntent } from '../../../../contract/purchases.ts'
import { refundSale } from '../../../../contract/sales.ts'
import { confirmSandboxPayment } from '../../../../contract/sandbox.ts'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { postWhenAvailable } from '../../../../tests/support/free-fixture.ts'
import { isLongRun } from '../../../../tests/support/long-run.ts'
import { createTestApp, type TestApp, type Visitor } from '../../../../tests/support/test-app.ts'
import { whenAvailable } from '../../../../tests/support/when-available.ts'
import { copyRequests } from '../../../db/schema/index.ts'

const minuteMs = 60_000
const buyerCount = 64

/** Mara sells copies of an item for $15.00. */
async function limitedItem(fields: Record<string, string> = {}) {
  const w = await createTestApp()
  const mara = await w.creator()
  const item = await mara.publishText({ title: 'First Frost', price: '15.00', ...fields })
  return {
    w,
    mara,
    item,
    edit: (change: Record<string, string>) =>
      mara.form(
        `/api/content/${item.id}`,
        Object.entries(change).map(([name, value]) => ({ name, value })),
        'PATCH',
      ),
    async counts() {
      const { body } = await mara.call(getContentForEditing, { params: { id: item.id } })
      return body.copies
    },
    async shown() {
      const { body } = await w.visitor().call(getContent, { params: { id: item.id } })
      return body.copies
    },
  }
}

function starts(who: Visitor, contentId: number) {
  return who.call(createPaymentIntent, { body: { contentId } })
}

/** A buyer's whole way to a purchase. True when it is paid. */
async function buys(w: TestApp, contentId: number): Promise<boolean> {
  const fan = w.visitor()
  const { status, body } = await whenAvailable(() => starts(fan, contentId))
  if (status !== 200) return false
  const { clientSecret, paymentIntentId } = body
  const confirmation = { clientSecret, card: 'paid', receiptEmail: '', returnUrl: '/success' }
  await whenAvailable(() => fan.call(confirmSandboxPayment, { body: confirmation }))
  const done = await whenAvailable(() => fan.call(completePayment, { params: { paymentIntentId } }))
  return done.body.purchaseId !== null
}

test.each(isLongRun ? [1, 5, 50] : [5])(
  `of ${buyerCount} buyers at once of %i copies exactly so many pay`,
  { tags: ['scaled'], timeout: 120_000 },
  async (maxCopies) => {
    const { w, item, counts, shown } = await limitedItem({ maxCopies: String(maxCopies) })

    const paid = await Promise.all(Array.from({ length: buyerCount }, () => buys(w, item.id)))

    expect(paid.filter(Boolean)).toHaveLength(maxCopies)
    expect(await w.probe.purchases()).toHaveLength(maxCopies)
    expect(await counts()).toEqual({ max: maxCopies, used: maxCopies, reserved: 0 })
    expect(await shown()).toEqual({ state: 'sold_out', max: maxCopies, left: 0 })
    expect(await checkLedger(w)).toEqual([])
  },
)

test('the last copy is held for half an hour while its buyer types the card, then goes to the next', async () => {
  const { w, item, shown } = await limitedItem({ maxCopies: '1' })
  const slow = w.visitor()
  const { clientSecret, paymentIntentId } = await slow.starts(item.id)
  expect(await shown()).toEqual({ state: 'held', max: 1, left: 0 })
  w.clock.advance(29 * minuteMs)
  expect(await starts(w.visitor(), item.id)).toMatchObject({
    status: 409,
    body: {
      message:
        'It is being paid for. If they don’t finish, it’s back within 30 minutes. You weren’t charged.',
    },
  })
  w.clock.advance(2 * minuteMs)

  await w.visitor().purchase(item.id)
  await slow.presents('paid', clientSecret)
  const late = await slow.call(completePayment, { params: { paymentIntentId } })

  expect(late.body).toMatchObject({ state: 'canceled', purchaseId: null })
  expect(await starts(w.visitor(), item.id)).toMatchObject({
    status: 409,
    body: { message: 'It is sold. You weren’t charged.' },
  })
  expect(await w.probe.purchases()).toHaveLength(1)
  expect(await checkLedger(w)).toEqual([])
})

test('a payment that was paid before its hold lapsed keeps the copy', async () => {
  const { w, item, counts } = await limitedItem({ maxCopies: '1' })
  const slow = w.visitor()
  const { clientSecret } = await slow.starts(item.id)
  await slow.presents('paid', clientSecret)
  w.clock.advance(31 * minuteMs)

  expect((await starts(w.visitor(), item.id)).status).toBe(409)

  expect(await counts()).toEqual({ max: 1, used: 1, reserved: 0 })
  expect(await checkLedger(w)).toEqual([])
})

test('a limit counts the sales from before it, and holds copies for running payments', async () => {
  const { w, mara, item, edit, counts } = await limitedItem()
  await w.visitor().purchase(item.id)
  const { purchaseId } = await w.visitor().purchase(item.id)
  await mara.call(refundSale, { params: { id: purchaseId }, body: { refunded: '0' } })
  const abandoned = await w.visitor().starts(item.id)
  w.clock.advance(31 * minuteMs)
  const slow = w.visitor()
  const { clientSecret, paymentIntentId } = await slow.starts(item.id)

  const refused = await edit({ maxCopies: '1' })
  const { status } = await edit({ maxCopies: '2' })

  expect(refused.body).toMatchObject({
    fields: { maxCopies: '1 is sold and 1 is being paid for. The limit can’t go below 2.' },
  })
  expect(status).toBe(200)
  expect(await counts()).toEqual({ max: 2, used: 1, reserved: 1 })
  expect(await checkLedger(w)).toEqual([])
  await w.settleDueCheckouts()
  expect(await w.probe.checkouts()).toContainEqual(
    expect.objectContaining({ providerPaymentId: abandoned.paymentIntentId, state: 'canceled' }),
  )
  await slow.presents('paid', clientSecret)
  await slow.call(completePayment, { params: { paymentIntentId } })
  expect(await counts()).toEqual({ max: 2, used: 2, reserved: 0 })
  expect(await checkLedger(w)).toEqual([])
})

test('a limit that was switched off and on again counts the sales in between', async () => {
  const { w, item, edit, counts } = await limitedItem({ maxCopies: '5' })
  await w.visitor().purchase(item.id)
  await edit({ maxCopies: '' })
  await w.visitor().purchase(item.id)
  expect(await counts()).toEqual({ max: null, used: 2, reserved: 0 })

  await edit({ maxCopies: '2' })

  expect(await counts()).toEqual({ max: 2, used: 2, reserved: 0 })
  expect(await checkLedger(w)).toEqual([])
})

test('an edit without the field keeps the limit', async () => {
  const { edit, counts } = await limitedItem({ maxCopies: '5' })

  await edit({ title: 'Second Frost' })

  expect(await counts()).toMatchObject({ max: 5 })
})

test('a full refund gives the copy back, a partial one and a dispute do not', async () => {
  const { w, mara, item, counts } = await limitedItem({ maxCopies: '2' })
  const { purchaseId } = await w.visitor().purchase(item.id)
  await w.visitor().purchase(item.id, { card: 'disputed' })
  w.clock.advance(minuteMs)
  await w.deliverWebhooks()
  await mara.call(refundSale, { params: { id: purchaseId }, body: { amount: '1.00', refunded: '0' } })
  expect(await counts()).toEqual({ max: 2, used: 2, reserved: 0 })

  await mara.call(refundSale, { params: { id: purchaseId }, body: { refunded: '1.00' } })

  expect(await counts()).toEqual({ max: 2, used: 1, reserved: 0 })
  expect(await checkLedger(w)).toEqual([])
})

test('a checkout with a code holds a use and a copy, and gives back both or uses both', async () => {
  const { w, mara, item, counts } = await limitedItem({ maxCopies: '1' })
  await mara.call(createDiscount, {
    body: { code: 'SPRING', kind: 'percent', percentBps: 2_000, maxUses: 2 },
  })
  const slow = w.visitor()
  await slow.starts(item.id, { code: 'SPRING' })
  expect((await starts(w.visitor(), item.id)).status).toBe(409)
  w.clock.advance(31 * minuteMs)

  await w.visitor().purchase(item.id, { code: 'SPRING' })

  expect(await counts()).toEqual({ max: 1, used: 1, reserved: 0 })
  expect(await w.probe.purchases()).toMatchObject([{ amount: 1_200 }])
  expect(await checkLedger(w)).toEqual([])
})

test('the number left is said at a tenth or less, or always if the creator wants it', async () => {
  const { w, item, edit, shown } = await limitedItem({ maxCopies: '10' })
  expect(await shown()).toEqual({ state: 'available', max: 10, left: null })

  await edit({ showsCopiesLeft: 'true' })
  await w.visitor().starts(item.id)

  expect(await shown()).toEqual({ state: 'available', max: 10, left: 9 })
})

test('who asks at a sold-out item gets one email when its creator makes more, and is forgotten', async () => {
  const { w, item, edit } = await limitedItem({ maxCopies: '1' })
  const ask = (email: string) => w.visitor().call(requestCopies, { params: { id: item.id }, body: { email } })
  expect((await ask('fan@example.com')).status).toBe(409)
  await w.visitor().purchase(item.id)
  const answers = [await ask('Sam@example.com'), await ask('sam@example.com'), await ask('kim@example.com')]
  expect(answers.map(({ body }) => body)).toEqual(Array(3).fill({ saved: true }))

  await edit({ title: 'First Frost, again' })
  await w.runJobsOf('offer-copies')
  expect(await w.db.select().from(copyRequests)).toHaveLength(2)
  await edit({ maxCopies: '3' })
  await w.runJobsOf('offer-copies')
  await edit({ maxCopies: '4' })
  await w.runJobsOf('offer-copies')

  await w.runJobs()
  const mails = await w.mailbox.list()
  const offers = mails.filter(({ subject }) => subject === 'There are more of First Frost, again')
  expect(offers.map(({ to }) => to).toSorted()).toEqual(['kim@example.com', 'sam@example.com'])
  expect(await w.db.select().from(copyRequests)).toEqual([])
})

test('who waits is told once when a refund gives a copy back, and goes on waiting while it is held again', async () => {
  const { w, mara, item } = await limitedItem({ maxCopies: '1' })
  const ask = (email: string) => w.visitor().call(requestCopies, { params: { id: item.id }, body: { email } })
  const offers = async () => {
    await w.runJobsOf('offer-copies')
    await w.runJobs()
    const mails = await w.mailbox.list()
    return mails.filter(({ subject }) => subject === 'One copy of First Frost is back').map(({ to }) => to)
  }
  const { purchaseId } = await w.visitor().purchase(item.id)
  await ask('sam@example.com')
  await ask('kim@example.com')
  await mara.call(refundSale, { params: { id: purchaseId }, body: { refunded: '0' } })
  await w.deliverWebhooks()
  const quick = w.visitor()
  await quick.starts(item.id)

  expect(await offers()).toEqual([])
  w.clock.advance(31 * minuteMs)
  await w.runPeriodicTasks()

  expect((await offers()).toSorted()).toEqual(['kim@example.com', 'sam@example.com'])
  const { purchaseId: again } = await w.visitor().purchase(item.id)
  await mara.call(refundSale, { params: { id: again }, body: { refunded: '0' } })
  await w.deliverWebhooks()
  expect(await offers()).toHaveLength(2)
  expect(await w.db.select().from(copyRequests)).toEqual([])
})

test('the page offers the last copy again after half an hour, and a slow buyer keeps theirs where there are more', async () => {
  const last = await limitedItem({ maxCopies: '1' })
  await last.w.visitor().starts(last.item.id)
  const more = await limitedItem({ maxCopies: '2' })
  await more.w.visitor().starts(more.item.id)
  for (const { w } of [last, more]) {
    w.clock.advance(29 * minuteMs)
    await w.runPeriodicTasks()
  }
  expect([await last.shown(), await more.counts()]).toMatchObject([{ state: 'held' }, { reserved: 1 }])

  for (const { w } of [last, more]) {
    w.clock.advance(2 * minuteMs)
    await w.runPeriodicTasks()
  }

  expect([await last.shown(), await more.counts()]).toMatchObject([{ state: 'available' }, { reserved: 1 }])
  expect(await checkLedger(last.w)).toEqual([])
})

test('the form without a script comes back to the tip page, also with an error', async () => {
  const { w, item } = await limitedItem({ maxCopies: '1' })
  await w.visitor().purchase(item.id)
  const post = (body: string) =>
    w.visitor().send('POST', `/p/${item.id}/tell-me`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload: body,
    })

  expect((await post('email=sam%40example.com')).headers.location).toBe(`/p/${item.id}?tellme=saved`)
  expect((await post('email=sam')).headers.location).toBe(`/p/${item.id}?tellme=invalid_input&email=sam`)
})

test('of a free item with two copies the third visitor gets none', async () => {
  const { w, item, counts } = await limitedItem({ pricingModel: 'free', price: '', maxCopies: '2' })
  const claim = () => postWhenAvailable(w.visitor(), `/p/${item.id}`)

  const got = await Promise.all([claim(), claim(), claim()])

  expect(got.filter(({ path }) => path.startsWith('/access/'))).toHaveLength(2)
  expect(got.filter(({ query }) => query.problem === 'copies')).toHaveLength(1)
  expect(await counts()).toEqual({ max: 2, used: 2, reserved: 0 })
  expect(await checkLedger(w)).toEqual([])
})

test.each(['0', '-1', '1.5', '100001', 'many', '1e3'])('%s is no number of copies', async (maxCopies) => {
  const { edit } = await limitedItem()

  expect(await edit({ maxCopies })).toMatchObject({
    status: 400,
    body: { fields: { maxCopies: 'Use a whole number from 1 to 100,000' } },
  })
})
