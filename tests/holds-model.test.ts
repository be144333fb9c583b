import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDiscount } from '../contract/discounts.ts'
import { completePayment, createPaymentIntent } from '../contract/purchases.ts'
import { counters } from '../server/db/schema/index.ts'
import { checkLedger } from './support/check-ledger.ts'
import { isLongRun } from './support/long-run.ts'
import { createTestApp, type TestApp, type Visitor } from './support/test-app.ts'

const max = { stock: 3, code: 2, keys: 0 }

/** A started payment. It holds a copy, and a use of the code if it has one, until it is paid or its half hour is over. */
type Started = { fan: Visitor; id: string; secret: string; hasCode: boolean; at: number }

const arbitraryStep = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('hold' as const), hasCode: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      who: fc.nat(),
      card: fc.constantFrom('paid', 'paid', 'disputed'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lapse' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), who: fc.nat() }) },
)
type Step = typeof arbitraryStep extends fc.Arbitrary<infer S> ? S : never

test('after random holds, payments, lapses, refunds and disputes no copy and no use is sold twice or lost', {
  tags: ['scaled'],
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryStep, { minLength: 25, maxLength: 40, size: 'max' }),
      async (steps) => {
        const w = await createTestApp()
        const mara = await w.creator()
        const item = await mara.publishText({ price: '15.00', maxCopies: String(max.stock) })
        const rule = { kind: 'percent' as const, percentBps: 2_000, maxUses: max.code }
        await mara.call(createDiscount, { body: { code: 'SPRING', ...rule } })
        const model = { w, contentId: item.id, started: [] as Array<Started>, paid: [] as Array<string> }

        for (const step of steps) {
          await apply(model, step)
          for (const { used, reserved, kind } of await w.db.select().from(counters))
            expect(used + reserved).toBeLessThanOrEqual(max[kind])
        }

        expect(await checkLedger(w)).toEqual([])
      },
    ),
    { numRuns: isLongRun ? 20 : 1, ...(isLongRun ? {} : { seed: 37 }) },
  )
})

type Model = { w: TestApp; contentId: number; started: Array<Started>; paid: Array<string> }

async function apply(model: Model, step: Step): Promise<void> {
  const { w, started, paid } = model
  if (step.kind === 'hold') return start(model, step.hasCode)
  if (step.kind === 'lapse') return w.clock.advance(31 * 60_000)
  if (step.kind === 'refund') {
    const paymentId = paid.splice(step.who % Math.max(paid.length, 1), 1)[0]
    const [purchase] = (await w.probe.payments()).filter(({ id }) => id === paymentId)
    if (!paymentId || !purchase) return
    await w.sandbox.refund({ paymentId, amount: purchase.amount, reason: 'requested' }, `refund:${paymentId}`)
    await w.deliverWebhooks()
    return
  }
  const one = started.splice(step.who % Math.max(started.length, 1), 1)[0]
  if (!one) return
  await one.fan.presents(step.card, one.secret)
  const { body } = await one.fan.call(completePayment, { params: { paymentIntentId: one.id } })
  if (body.state === 'paid' && step.card === 'paid') paid.push(one.id)
}

/** Refused only when everything is sold or held by payments of the last half hour. */
async function start({ w, contentId, started }: Model, hasCode: boolean): Promise<void> {
  const before = await w.db.select().from(counters)
  const now = w.clock.now().getTime()
  const fan = w.visitor()
  const code = hasCode ? 'SPRING' : ''
  const { status, body } = await fan.call(createPaymentIntent, { body: { contentId, code } })
  if (status === 200) {
    started.push({ fan, id: body.paymentIntentId, secret: body.clientSecret, hasCode, at: now })
    return
  }
  const live = started.filter(({ at }) => now - at < 30 * 60_000)
  const usedOf = (kind: 'stock' | 'code') => before.find((row) => row.kind === kind)?.used ?? 0
  const hasNoCopy = usedOf('stock') + live.length >= max.stock
  const hasNoUse = hasCode && usedOf('code') + live.filter((one) => one.hasCode).length >= max.code
  expect(hasNoCopy || hasNoUse).toBe(true)
}
