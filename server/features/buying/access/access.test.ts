import { expect, test } from 'vitest'
import { getContent } from '../../../../contract/content.ts'
import { downloadContent, getAccess, verifyPurchase } from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const dayMs = 24 * 3_600_000

async function saleFixture(kind: 'file' | 'link' | 'text' = 'file', fields: Record<string, string> = {}) {
  const w = await createTestApp()
  const creator = await w.creator()
  const publish = { file: creator.publishFile, link: creator.publishLink, text: creator.publishText }
  const item = await publish[kind](fields)
  const fan = w.visitor()
  const { paymentIntentId, clientSecret } = await fan.purchase(item.id)
  const verify = () =>
    fan.call(verifyPurchase, { query: { payment_intent: paymentIntentId, content_id: item.id } })
  return { w, item, fan, paymentIntentId, clientSecret, verify }
}

function tokenIn(text: string): string {
  return /\/access\/([\w-]{43})/.exec(text)?.[1] ?? ''
}

test('a file is delivered by a signed URL', async () => {
  const { fan, verify } = await saleFixture('file')

  const { body } = await verify()
  const file = await fan.send('GET', body.content.fileUrl ?? '')

  expect(body.content).toMatchObject({
    kind: 'file',
    fileName: 'loops.zip',
    linkUrl: null,
    textContent: null,
  })
  expect(file.statusCode).toBe(200)
  expect(file.payload).toBe('the very bytes')
})

test('a link is delivered as the link', async () => {
  const { item, fan, verify } = await saleFixture('link')

  const { body } = await verify()
  const file = await fan.call(downloadContent, { params: { id: item.id } })

  expect(body.content).toMatchObject({
    kind: 'link',
    accessType: 'link',
    linkUrl: 'https://example.com/private',
    fileUrl: null,
  })
  expect(file.status).toBe(400)
  expect(file.body).toMatchObject({
    message: 'This item is a link, so there’s nothing to download. Open it instead.',
  })
})

test('a text is delivered as text and as a file', async () => {
  const { item, fan, verify } = await saleFixture('text', { title: 'Bread' })

  const { body } = await verify()
  const file = await fan.call(downloadContent, { params: { id: item.id } })

  expect(body.content).toMatchObject({ textContent: 'Salt, flour, water.', fileUrl: null, linkUrl: null })
  expect(file.bytes.toString()).toBe('Salt, flour, water.')
  expect(file.headers['content-disposition']).toContain('Bread.txt')
})

test.each(['file', 'link', 'text'] as const)(
  'no public response contains the content of a %s',
  async (kind) => {
    const { w, item } = await saleFixture(kind)

    const { body, bytes } = await w.visitor().call(getContent, { params: { id: item.id } })

    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['fileUrl']))
    for (const secret of ['fileUrl', 'linkUrl', 'textContent', 'example.com/private', 'Salt, flour'])
      expect(bytes.toString()).not.toContain(secret)
  },
)

test('the purchase has its amount, time and buyer', async () => {
  const { paymentIntentId, verify } = await saleFixture()

  const { body } = await verify()

  expect(body.purchase).toEqual({
    id: expect.any(Number),
    amount: '10.00',
    listAmount: '10.00',
    discountAmount: '0.00',
    tipAmount: '0.00',
    currency: 'USD',
    card: 'Visa ••4242',
    state: 'paid',
    paidAt: '2026-03-01T12:00:00.000Z',
    email: 'fan@example.com',
    canCorrectEmail: true,
    paymentIntentId,
    refundStatus: 'available',
    hasWithdrawalRight: false,
    refundableUntil: '2026-03-31T12:00:00.000Z',
    isTest: false,
  })
  expect(body.accessUrl).toMatch(/^http:\/\/localhost:3000\/access\/[\w-]{43}$/)
})

test('the access link works permanently, in any browser', async () => {
  const { w, item, verify } = await saleFixture()
  const { accessUrl } = (await verify()).body
  w.clock.advance(400 * dayMs)
  const phone = w.visitor()

  const opened = await phone.call(getAccess, { params: { token: tokenIn(accessUrl) } })
  const sent = await phone.send('GET', `/access/${tokenIn(accessUrl)}/file`)
  const file = await phone.send('GET', String(sent.headers.location))

  expect(opened.body.content.id).toBe(item.id)
  expect(opened.body.accessUrl).toBe(accessUrl)
  expect(sent.statusCode).toBe(302)
  expect(file.payload).toBe('the very bytes')
})

test('no table has an access token or client secret in plain text', async () => {
  const { w, verify, clientSecret } = await saleFixture()
  const token = tokenIn((await verify()).body.accessUrl)

  const { rows: tables } = await w.db.execute<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'sandbox%'",
  )
  const contents = await Promise.all(
    tables.map(({ name }) => w.db.execute<{ line: string }>(`select t::text as line from "${name}" t`)),
  )

  const storedText = contents.flatMap(({ rows }) => rows.map(({ line }) => line)).join('\n')
  expect(storedText).toContain('fan@example.com')
  expect(storedText).not.toContain(token)
  expect(storedText).not.toContain(clientSecret)
})

test('an unknown access token gets 404', async () => {
  const { w } = await saleFixture()

  const guessed = await w.visitor().call(getAccess, { params: { token: 'A'.repeat(43) } })
  const file = await w.visitor().send('GET', `/access/${'A'.repeat(43)}/file`)

  expect([guessed.status, file.statusCode]).toEqual([404, 404])
})

test('a purchase can be downloaded any number of times', async () => {
  const { item, fan } = await saleFixture()

  for (let i = 0; i < 3; i++) {
    const file = await fan.call(downloadContent, { params: { id: item.id } })
    expect(file.bytes.toString()).toBe('the very bytes')
  }
})
