import { createBundle, updateBundle } from '../../contract/bundles.ts'
import { deleteContent } from '../../contract/content.ts'
import { setContentStatus } from '../../contract/content-editing.ts'
import { takeDownContent } from '../../contract/moderation.ts'
import { completePayment, getAccess } from '../../contract/purchases.ts'
import { refundSale } from '../../contract/sales.ts'
import { postForm } from './free-fixture.ts'
import type { TestApp, Visitor } from './test-app.ts'

/** What became of an item after its bundle was bought, or of the purchase. `removedBefore`: before it was bought. */
export const bundleStates = [
  'onSale',
  'unpublished',
  'takenDown',
  'withdrawn',
  'deleted',
  'removedBefore',
  'removedAfter',
  'addedAfter',
  'shareRefunded',
  'refunded',
  'disputed',
] as const
export type BundleState = (typeof bundleStates)[number]

export type BundleScene = {
  buyer: Visitor
  token: string
  /** The id of the item's part, and its signed address from before. Empty where the purchase never had it. */
  partId: number
  fileUrl: string
}

/** A bundle of two files for each state, and its buyer. The state is that of the second file. */
export async function shownBundleScenes(w: TestApp): Promise<Record<BundleState, BundleScene>> {
  const admin = await w.creator('admin@example.com')
  const bella = await w.creator('bella@example.com')

  const first = await bella.publishText({ title: 'First', price: '10.00' })
  const third = await bella.publishText({ title: 'Third', price: '10.00' })

  async function scene(state: BundleState): Promise<BundleScene> {
    const second = await bella.publishFile({ title: 'Second', price: '10.00' })
    const all = [first.id, second.id, third.id]
    const without = [first.id, third.id]
    const input = { title: 'Both', description: '', price: '15.00' }
    const items = state === 'addedAfter' ? without : all
    const { body: bundle } = await bella.call(createBundle, { body: { ...input, items } })
    const edit = (changed: Array<number>) =>
      bella.call(updateBundle, { params: { id: bundle.id }, body: { ...input, items: changed } })
    w.clock.advance(1_000)
    if (state === 'removedBefore') await done(edit(without))
    w.clock.advance(1_000)
    const buyer = w.visitor()
    const { paymentIntentId, purchaseId } = await buyer.purchase(bundle.id)
    const token = String((await buyer.starts(bundle.id)).existingAccessUrl)
      .split('/')
      .at(-1)
    w.clock.advance(1_000)
    if (state === 'addedAfter') await done(edit(all))
    const { body } = await buyer.call(getAccess, { params: { token } })
    const part = body.content.parts.find(({ section }) => section === 'Second')
    const fileUrl = part && 'sha256' in part ? (part.url ?? '') : ''

    const params = { id: second.id }
    if (state === 'unpublished')
      await done(bella.call(setContentStatus, { params, body: { status: 'draft' } }))
    if (state === 'takenDown' || state === 'shareRefunded')
      await done(admin.call(takeDownContent, { params, body: { reason: 'Stolen' } }))
    if (state === 'withdrawn')
      await done(admin.call(takeDownContent, { params, body: { reason: 'Stolen', revokeBuyerAccess: true } }))
    if (state === 'shareRefunded') await postForm(buyer, `/access/${token}/refund-share/${second.id}`)
    if (state === 'deleted') await done(bella.call(deleteContent, { params }))
    if (state === 'removedAfter') await done(edit(without))
    if (state === 'refunded')
      await done(
        bella.call(refundSale, {
          params: { id: purchaseId },
          body: { amount: '15.00', refunded: '0.00', reason: '' },
        }),
      )
    if (state === 'disputed') {
      await w.sandbox.simulate.dispute(paymentIntentId, 'open')
      await done(buyer.call(completePayment, { params: { paymentIntentId } }))
    }
    return { buyer, token: token ?? '', partId: part?.id ?? 0, fileUrl }
  }

  const scenes: Partial<Record<BundleState, BundleScene>> = {}
  for (const state of bundleStates) scenes[state] = await scene(state)
  return scenes as Record<BundleState, BundleScene>
}

/** A scene must be what it says. */
async function done(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`Not done: ${status} ${JSON.stringify(body)}`)
}
