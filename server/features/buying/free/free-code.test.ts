import { expect, test } from 'vitest'
import { createPaymentIntent } from '../../../../contract/purchases.ts'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { discountFixture } from '../../../../tests/support/discount-fixture.ts'
import { openAccess, postForm, postWhenAvailable } from '../../../../tests/support/free-fixture.ts'

const wholePrice = { percentBps: 10_000 }

test('a code of 100% gives an item at once and uses one of its uses', async () => {
  const { w, item, listed } = await discountFixture({ discount: { ...wholePrice, maxUses: 3 } })
  const fan = w.visitor()

  const { path, token } = await postForm(fan, `/p/${item.id}`, { code: 'spring' })
  const again = await postForm(fan, `/p/${item.id}`, { code: 'SPRING' })

  expect(again.path).toBe(path)
  expect((await openAccess(fan, token)).body.purchase.amount).toBe('0.00')
  expect(await listed()).toMatchObject({ used: 1, reserved: 0, soldAmount: '0.00' })
  expect(await w.probe.purchases()).toMatchObject([{ listAmount: 1_200, discountAmount: 1_200, amount: 0 }])
  expect(await w.probe.payments()).toEqual([])
  expect(await checkLedger(w)).toEqual([])
})

test('typed at the checkout it starts no payment and holds nothing', async () => {
  const { w, item, listed } = await discountFixture({ discount: { ...wholePrice, maxUses: 1 } })

  const { body } = await w
    .visitor()
    .call(createPaymentIntent, { body: { contentId: item.id, code: 'SPRING' } })

  expect(body).toMatchObject({ clientSecret: '', amount: '0.00' })
  expect(await listed()).toMatchObject({ used: 0, reserved: 0 })
})

test.each([
  { maxUses: 1, rounds: 64 },
  { maxUses: 5, rounds: 64 },
  { maxUses: 50, rounds: 64 },
])(
  '$rounds people at once get a code of $maxUses uses exactly $maxUses times',
  async ({ maxUses, rounds }) => {
    const { w, item, listed } = await discountFixture({ discount: { ...wholePrice, maxUses } })

    const answers = await Promise.all(
      Array.from({ length: rounds }, () =>
        postWhenAvailable(w.visitor(), `/p/${item.id}`, { code: 'SPRING' }),
      ),
    )

    expect(answers.filter(({ path }) => path.startsWith('/access/'))).toHaveLength(maxUses)
    expect(answers.filter(({ query }) => query.problem === 'code')).toHaveLength(rounds - maxUses)
    expect(await listed()).toMatchObject({ used: maxUses, reserved: 0 })
    expect(await w.probe.purchases()).toHaveLength(maxUses)
    expect(await checkLedger(w)).toEqual([])
  },
)

test('with pay what you want it costs nothing or what a card can pay', async () => {
  const { w, item, listed } = await discountFixture({
    fields: { pricingModel: 'pay_what_you_want', minimumPrice: '5.00' },
    discount: wholePrice,
  })
  const pay = (amount: string) => postForm(w.visitor(), `/p/${item.id}`, { amount, code: 'SPRING' })

  const [nothing, zero, more] = [await pay(''), await pay('0'), await pay('2')]

  expect([nothing.path, zero.path].every((path) => path.startsWith('/access/'))).toBe(true)
  expect(more.path).toBe(`/checkout/${item.id}`)
  expect(await listed()).toMatchObject({ used: 2 })
})

test('a code changes nothing of an item that is free', async () => {
  const { w, item } = await discountFixture({
    fields: { pricingModel: 'free', price: '' },
    discount: wholePrice,
  })

  const answer = await postForm(w.visitor(), `/p/${item.id}`, { code: 'SPRING' })

  expect(answer.query.problem).toBe('code')
})
