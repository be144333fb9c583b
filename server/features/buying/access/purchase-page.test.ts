import { expect, test } from 'vitest'
import { getContent } from '../../../../contract/content.ts'
import { setContentStatus } from '../../../../contract/content-editing.ts'
import { getAccess, verifyPurchase } from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const dayMs = 24 * 3_600_000

type PurchaseFixture = { fields?: Record<string, string> }

async function purchaseFixture({ fields = {} }: PurchaseFixture = {}) {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText(fields)
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { accessUrl } = (await fan.call(verifyPurchase, { query })).body
  const token = accessUrl.split('/').at(-1) ?? ''
  const access = async () => (await w.visitor().call(getAccess, { params: { token } })).body
  return { w, creator, item, token, access }
}

test.each([
  ['', 'Thank you for everything.'],
  ['Start with page two.', 'Start with page two.'],
])('with the thank-you note %j on the item, buyers read %j', async (thankYouNote, expected) => {
  const { w, creator, access } = await purchaseFixture({ fields: { thankYouNote } })
  await w.probe.updateUser(creator.id, { defaultThankYouNote: 'Thank you for everything.' })

  expect((await access()).thankYouNote).toBe(expected)
})

test('the purchase shows up to three other published items of the creator, newest first', async () => {
  const { w, creator, access } = await purchaseFixture()
  const ids: Array<number> = []
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    w.clock.advance(1_000)
    ids.push((await creator.publishText({ title })).id)
  }
  await creator.call(setContentStatus, { params: { id: ids[3] }, body: { status: 'draft' } })
  const other = await w.creator('otto@example.com')
  await other.publishText({ title: 'Not by Mara' })

  const { moreFromCreator } = await access()

  expect(moreFromCreator.map(({ title }) => title)).toEqual(['Three', 'Two', 'One'])
  expect(Object.keys(moreFromCreator[0] ?? {})).not.toContain('textContent')
})

test('a purchase has a refund deadline, and none after 30 days', async () => {
  const { w, access } = await purchaseFixture()

  expect((await access()).purchase.refundableUntil).toBe('2026-03-31T12:00:00.000Z')
  w.clock.advance(30 * dayMs + 1)
  expect((await access()).purchase).toMatchObject({ refundStatus: 'unavailable', refundableUntil: null })
})

test('a bought text is downloaded through the access link', async () => {
  const { w, token } = await purchaseFixture({ fields: { title: 'Notes', textContent: 'Salt, flour.' } })
  const visitor = w.visitor()

  const redirect = await visitor.send('GET', `/access/${token}/file?as=attachment`)
  const file = await visitor.send('GET', String(redirect.headers.location))

  expect(file.payload).toBe('Salt, flour.')
  expect(file.headers['content-disposition']).toContain('Notes.txt')
  expect(file.headers['content-type']).toMatch(/^text\/plain/)
})

test('the tip page lists what is inside, and hides the earnings when the creator hides them', async () => {
  const { w, creator } = await purchaseFixture()
  const item = await creator.publishText({
    whatsInside: '- Six tracks\n\n  Booklet, 12 pages ',
    showEarnings: 'false',
  })

  const { body } = await w.visitor().call(getContent, { params: { id: item.id } })

  expect(body.whatsInside).toEqual(['Six tracks', 'Booklet, 12 pages'])
  expect(body.totalEarnings).toBeNull()
})

test('a list with more than twelve lines is rejected at its field', async () => {
  const w = await createTestApp()
  const creator = await w.creator()

  await expect(creator.publishText({ whatsInside: 'Line\n'.repeat(13) })).rejects.toThrow(/12 lines or fewer/)
})
