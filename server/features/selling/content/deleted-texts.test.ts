import { ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deleteContent } from '../../../../contract/content.ts'
import { completePayment, downloadContent } from '../../../../contract/purchases.ts'
import { createTestApp, type Visitor } from '../../../../tests/support/test-app.ts'
import { contentParts } from '../../../db/schema/index.ts'
import { deleteUnreferencedFiles } from './update-content.ts'

const downloads = async (client: Visitor, id: number) =>
  String((await client.call(downloadContent, { params: { id } })).bytes)

test('a deleted item’s text is removed only when no buyer or open checkout needs it', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const unsold = await mara.publishText()
  const sold = await mara.publishText()
  const inCheckout = await mara.publishText()
  const onSale = await mara.publishText()
  const fan = w.visitor()
  await fan.purchase(sold.id)
  const late = w.visitor()
  const { paymentIntentId } = await late.pays(inCheckout.id)
  for (const { id } of [unsold, sold, inCheckout]) await mara.call(deleteContent, { params: { id } })
  const idsWithText = async () => {
    const rows = await w.db.select().from(contentParts).where(ne(contentParts.text, ''))
    return rows.map(({ contentId }) => contentId).toSorted()
  }

  w.clock.advance(14 * 60_000)
  await deleteUnreferencedFiles(w.ports)
  expect(await idsWithText()).toHaveLength(4)
  w.clock.advance(2 * 60_000)
  await deleteUnreferencedFiles(w.ports)

  expect(await idsWithText()).toEqual([sold.id, inCheckout.id, onSale.id].toSorted())
  await late.call(completePayment, { params: { paymentIntentId } })
  await deleteUnreferencedFiles(w.ports)
  expect(await downloads(fan, sold.id)).toBe('Salt, flour, water.')
  expect(await downloads(late, inCheckout.id)).toBe('Salt, flour, water.')
})
