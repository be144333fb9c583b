import { createDiscount, type DiscountInput, listDiscounts } from '../../contract/discounts.ts'
import { createTestApp } from './test-app.ts'

type Options = NonNullable<Parameters<typeof createTestApp>[0]> & {
  fields?: Record<string, string>
  discount?: Partial<Omit<DiscountInput, 'percentBps'>> & { percentBps?: number }
}

/** Mara sells an item for $12.00, with the code SPRING for 20% off: $9.60. */
export async function discountFixture({ fields = {}, discount = {}, ...options }: Options = {}) {
  const w = await createTestApp(options)
  const mara = await w.creator()
  const item = await mara.publishText({ title: 'Salt Roads', price: '12.00', ...fields })
  const { status, body: spring } = await mara.call(createDiscount, {
    body: { code: 'SPRING', kind: 'percent', percentBps: 2_000, ...discount },
  })
  if (status !== 200) throw new Error(`No discount: ${JSON.stringify(spring)}`)
  return {
    w,
    mara,
    item,
    spring,
    /** What the creator's list says of the code. */
    async listed() {
      const { body } = await mara.call(listDiscounts)
      const found = body.discounts.find(({ id }) => id === spring.id)
      if (!found) throw new Error('The code is not listed')
      return found
    },
  }
}
