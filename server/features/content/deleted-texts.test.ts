import { isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deleteContent } from '../../../contract/content.ts'
import { completePayment, downloadContent } from '../../../contract/purchases.ts'
import { type Visitor, world } from '../../../tests/world.ts'
import { contents } from '../../db/schema/index.ts'
import { removeRetiredFiles } from './edit.ts'

const downloads = async (who: Visitor, id: number) =>
  String((await who.call(downloadContent, { params: { id } })).bytes)

test('a deleted item’s text is removed only when nobody paid for it or is about to', async () => {
  const w = await world()
  const mara = await w.creator()
  const unsold = await mara.publishesText()
  const sold = await mara.publishesText()
  const inCheckout = await mara.publishesText()
  const onSale = await mara.publishesText()
  const fan = w.visitor()
  await fan.buys(sold.id)
  const late = w.visitor()
  const { paymentIntentId } = await late.pays(inCheckout.id)
  for (const { id } of [unsold, sold, inCheckout]) await mara.call(deleteContent, { params: { id } })
  const withText = async () => {
    const rows = await w.db.select().from(contents).where(isNotNull(contents.textContent))
    return rows.map(({ id }) => id).toSorted()
  }

  w.clock.advance(14 * 60_000)
  await removeRetiredFiles(w.ports)
  expect(await withText()).toHaveLength(4)
  w.clock.advance(2 * 60_000)
  await removeRetiredFiles(w.ports)

  expect(await withText()).toEqual([sold.id, inCheckout.id, onSale.id].toSorted())
  await late.call(completePayment, { params: { paymentIntentId } })
  await removeRetiredFiles(w.ports)
  expect(await downloads(fan, sold.id)).toBe('Salt, flour, water.')
  expect(await downloads(late, inCheckout.id)).toBe('Salt, flour, water.')
})
