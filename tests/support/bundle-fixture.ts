import { type BundleForEditing, type BundleInput, createBundle, getBundle } from '../../contract/bundles.ts'
import { createTestApp } from './test-app.ts'

type Options = NonNullable<Parameters<typeof createTestApp>[0]> & { bundle?: Partial<BundleInput> }

/** Mara sells three items for $12.00, $9.00 and $15.00, and all of them for $24.00 instead of $36.00. */
export async function bundleFixture({ bundle: changes = {}, ...options }: Options = {}) {
  const w = await createTestApp(options)
  const mara = await w.creator()
  const ferry = await mara.publishFile({ title: 'Night Ferry', price: '12.00' })
  w.clock.advance(1_000)
  const book = await mara.publishText({ title: 'The little book', price: '9.00', textContent: 'Light.' })
  w.clock.advance(1_000)
  const karst = await mara.publishFile({ title: 'Karst', price: '15.00' })
  const input = {
    status: 'published' as const,
    title: 'The whole coast',
    description: '',
    pricingModel: 'fixed' as const,
    price: '24.00',
    items: [ferry.id, book.id, karst.id],
    offersCompletion: true,
    ...changes,
  }
  const { status, body: bundle } = await mara.call(createBundle, { body: input })
  if (status !== 200) throw new Error(`No bundle: ${JSON.stringify(bundle)}`)
  return {
    w,
    mara,
    ferry,
    book,
    karst,
    bundle,
    input,
    async read(): Promise<BundleForEditing> {
      return (await mara.call(getBundle, { params: { id: bundle.id } })).body
    },
  }
}
