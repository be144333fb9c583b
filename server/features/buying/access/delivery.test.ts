import { expect, test } from 'vitest'
import { completePayment, verifyPurchase } from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const minuteMs = 60_000

async function purchaseFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile({}, Buffer.from('0123456789'))
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  const { body } = await fan.call(verifyPurchase, {
    query: { payment_intent: paymentIntentId, content_id: item.id },
  })
  const url = body.content.fileUrl ?? ''
  const get = (headers: Record<string, string> = {}) => fan.send('GET', url, { headers })
  return { w, fan, paymentIntentId, url, get, accessUrl: body.accessUrl }
}

test.each([
  ['bytes=0-3', '0123', '0-3'],
  ['bytes=0-0', '0', '0-0'],
  ['bytes=4-6', '456', '4-6'],
  ['bytes=7-', '789', '7-9'],
  ['bytes=-2', '89', '8-9'],
  ['bytes=-99', '0123456789', '0-9'],
  ['bytes=5-99', '56789', '5-9'],
])('the range %s returns the bytes %j', async (range, expected, contentRange) => {
  const { get } = await purchaseFixture()

  const part = await get({ range })

  expect(part.statusCode).toBe(206)
  expect(part.payload).toBe(expected)
  expect(part.headers['content-range']).toBe(`bytes ${contentRange}/10`)
  expect(part.headers['content-length']).toBe(String(expected.length))
})

test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0'])('the range %s past the end gets 416', async (range) => {
  const { get } = await purchaseFixture()

  const response = await get({ range })

  expect(response.statusCode).toBe(416)
  expect(response.headers['content-range']).toBe('bytes */10')
  expect(response.payload).toBe('')
})

test.each(['bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=a-b', 'bytes=-', 'nonsense'])(
  'the range %j is not supported and returns the whole file',
  async (range) => {
    const { get } = await purchaseFixture()

    const response = await get({ range })

    expect(response.statusCode).toBe(200)
    expect(response.payload).toBe('0123456789')
  },
)

test('a download resumes only within the same file', async () => {
  const { get } = await purchaseFixture()
  const etag = String((await get()).headers.etag)

  const same = await get({ range: 'bytes=5-', 'if-range': etag })
  const stale = await get({ range: 'bytes=5-', 'if-range': '"another"' })

  expect([same.statusCode, same.payload]).toEqual([206, '56789'])
  expect([stale.statusCode, stale.payload]).toEqual([200, '0123456789'])
})

test('a client that has the file already gets 304', async () => {
  const { get } = await purchaseFixture()
  const etag = String((await get()).headers.etag)

  const matching = await get({ 'if-none-match': etag })
  const other = await get({ 'if-none-match': '"another"' })

  expect([matching.statusCode, matching.payload]).toEqual([304, ''])
  expect(other.statusCode).toBe(200)
})

test('HEAD returns the size without the bytes', async () => {
  const { fan, url } = await purchaseFixture()

  const head = await fan.send('HEAD', url)

  expect(head.statusCode).toBe(200)
  expect(head.headers).toMatchObject({ 'content-length': '10', 'accept-ranges': 'bytes' })
  expect(head.payload).toBe('')
})

test('a signed URL expires after ten minutes, and the access link issues a new one', async () => {
  const { w, fan, get, accessUrl } = await purchaseFixture()
  w.clock.advance(10 * minuteMs)
  const inTime = await get()

  w.clock.advance(1)
  const late = await get()
  const redirect = await fan.send('GET', `${new URL(accessUrl).pathname}/file`)
  const file = await fan.send('GET', String(redirect.headers.location))

  expect([inTime.statusCode, late.statusCode, file.statusCode]).toEqual([200, 403, 200])
  expect(late.json()).toMatchObject({
    message: 'This download link has expired. Open your access link to get a new one.',
  })
})

test.each([
  ['signature', (url: URL) => url.searchParams.set('signature', 'A'.repeat(43))],
  ['expiry', (url: URL) => url.searchParams.set('expires', '99999999999999')],
  ['disposition', (url: URL) => url.searchParams.set('as', 'inline')],
  [
    'order number',
    (url: URL) => {
      url.pathname = url.pathname.replace(/\d+/, '1234567890')
    },
  ],
])('a signed URL with another %s gets 404', async (_, tamper) => {
  const { fan, url } = await purchaseFixture()
  const tampered = new URL(url, 'http://here')
  tamper(tampered)

  const response = await fan.send('GET', `${tampered.pathname}${tampered.search}`)

  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ message: 'Purchase Not Found' })
})

test('after a refund during a download the next range is refused', async () => {
  const { w, fan, paymentIntentId, get } = await purchaseFixture()
  expect((await get({ range: 'bytes=0-3' })).statusCode).toBe(206)
  await w.sandbox.refund({ paymentId: paymentIntentId, amount: 1000, reason: 'requested' }, 'refund:1')
  await fan.call(completePayment, { params: { paymentIntentId } })

  const next = await get({ range: 'bytes=4-' })

  expect(next.statusCode).toBe(403)
  expect(next.json()).toMatchObject({ code: 'purchase_refunded' })
})
