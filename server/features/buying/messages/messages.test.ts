import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eraseBuyerData, requestBuyerData } from '../../../../contract/buyer-data.ts'
import { getAccess, getOwnedPurchase } from '../../../../contract/purchases.ts'
import { getSale, refundSale, writeToBuyer } from '../../../../contract/sales.ts'
import { freeFixture, openAccess, postForm } from '../../../../tests/support/free-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { messages } from '../../../db/schema/index.ts'

const ana = 'ana@example.com'

async function soldFixture() {
  const w = await createTestApp()
  const mara = await w.creator()
  const item = await mara.publishText({ title: 'Night Ferry', price: '12.00' })
  const fan = w.visitor()
  const { purchaseId } = await fan.purchase(item.id, { email: ana, supporterName: 'Ana' })
  const { body } = await fan.call(getOwnedPurchase, { params: { id: item.id } })
  const token = body.purchase?.accessUrl.split('/').at(-1) ?? ''
  const params = { id: purchaseId }
  return {
    w,
    mara,
    fan,
    params,
    token,
    thanks: (text: string, by = mara) => by.call(writeToBuyer, { params, body: { text } }),
    answers: (text: string, by = fan) => postForm(by, `/access/${token}/messages`, { text }),
    seenByBuyer: async () => (await fan.call(getAccess, { params: { token } })).body.messages,
    subjects: async (to: string) => (await sentEmailsTo(w, to)).map(({ subject }) => subject),
  }
}

test('thanks reach the buyer on their page and by email, and the answer comes back, without addresses', async () => {
  const { w, mara, params, thanks, answers, seenByBuyer, subjects } = await soldFixture()

  const sent = await thanks('Thank you, Ana.\nStart with Slack water.')
  const answered = await answers('It stayed with me.')

  expect(sent.body.messages).toMatchObject([
    { sender: 'creator', text: 'Thank you, Ana.\nStart with Slack water.' },
  ])
  expect(answered.query).toEqual({ message: 'sent' })
  const both = [
    { sender: 'creator', text: 'Thank you, Ana.\nStart with Slack water.' },
    { sender: 'buyer', text: 'It stayed with me.' },
  ]
  expect(await seenByBuyer()).toMatchObject(both)
  expect((await mara.call(getSale, { params })).body.messages).toMatchObject(both)
  expect(await subjects(ana)).toContain('The creator wrote to you about Night Ferry')
  expect(await subjects('mara@example.com')).toContain('Ana wrote to you about Night Ferry')
  const [toBuyer] = (await sentEmailsTo(w, ana)).filter(({ subject }) =>
    subject.startsWith('The creator wrote'),
  )
  expect(toBuyer?.text).toContain('“Thank you, Ana.')
  expect(toBuyer?.text).not.toContain('mara@example.com')
  const [toCreator] = (await sentEmailsTo(w, 'mara@example.com')).filter(({ subject }) =>
    subject.startsWith('Ana wrote'),
  )
  expect(toCreator?.text).not.toContain(ana)
})

test('nobody else can write about a sale', async () => {
  const { w, thanks, seenByBuyer } = await soldFixture()
  const jonas = await w.creator('jonas@example.com')

  expect((await thanks('Hello', jonas)).status).toBe(404)
  expect((await postForm(w.visitor(), `/access/${'x'.repeat(43)}/messages`, { text: 'Hello' })).status).toBe(
    404,
  )
  expect(await seenByBuyer()).toEqual([])
})

test.each(['', '   ', 'x'.repeat(2_001)])('the message %j is refused by a sentence', async (text) => {
  const { thanks, answers, seenByBuyer } = await soldFixture()

  expect((await thanks(text)).status).toBe(400)
  expect((await answers(text)).query.message).toBe('invalid_input')
  expect(await seenByBuyer()).toEqual([])
})

test('each side writes at most 20 times a day', async () => {
  const { w, thanks, answers, seenByBuyer } = await soldFixture()
  for (let count = 0; count < 20; count++) {
    await thanks(`Thanks ${count}`)
    await answers(`Answer ${count}`)
  }

  expect((await thanks('One more')).status).toBe(429)
  expect((await answers('One more')).query.message).toBe('rate_limited')
  expect(await seenByBuyer()).toHaveLength(40)
  w.clock.advance(25 * 3_600_000)
  expect((await thanks('The next day')).status).toBe(200)
})

test('after a refund neither can write, and the email that waited is not sent', async () => {
  const { mara, params, thanks, answers, subjects } = await soldFixture()
  await thanks('Thank you')

  await mara.call(refundSale, { params, body: { refunded: '0.00' } })

  expect((await thanks('Again')).status).toBe(409)
  expect((await answers('Hello')).query.message).toBe('purchase_refunded')
  expect(await subjects(ana)).not.toContain('The creator wrote to you about Night Ferry')
})

test.each(['suspended_at', 'deleted_at'])(
  'a buyer can’t write to a creator who isn’t there anymore (%s), and the email that waited is not sent',
  async (column) => {
    const { w, fan, token, thanks, answers, seenByBuyer, subjects } = await soldFixture()
    await answers('Before')
    await thanks('Before, too')
    await w.db.execute(sql.raw(`update users set ${column} = now() where email = 'mara@example.com'`))

    expect((await answers('Hello')).query.message).toBe('conflict')

    expect(await seenByBuyer()).toHaveLength(2)
    expect((await fan.call(getAccess, { params: { token } })).body.canWriteToCreator).toBe(false)
    expect(await subjects('mara@example.com')).not.toContain('Ana wrote to you about Night Ferry')
    expect(await subjects(ana)).not.toContain('The creator wrote to you about Night Ferry')
  },
)

test('who got something free can’t write, because it is no sale that the creator could answer in', async () => {
  const { w, item } = await freeFixture()
  const fan = w.visitor()
  const { token } = await postForm(fan, `/p/${item.id}`)

  const { body } = await openAccess(fan, token)
  const answer = await postForm(fan, `/access/${token}/messages`, { text: 'Hello' })

  expect([body.canWriteToCreator, answer.query.message]).toEqual([false, 'conflict'])
  expect(await w.db.select().from(messages)).toEqual([])
})

test('a buyer without an address reads it on the page', async () => {
  const { w, thanks, seenByBuyer } = await soldFixture()
  await w.db.execute(`update purchases set buyer_email = ''`)

  expect((await thanks('Thank you')).status).toBe(200)

  expect(await seenByBuyer()).toHaveLength(1)
  expect((await sentEmailsTo(w, '')).length).toBe(0)
})

test('messages are erased with the buyer’s data', async () => {
  const { w, thanks, answers } = await soldFixture()
  await thanks('Thank you')
  await answers('It stayed with me.')
  const request = await w.visitor().call(requestBuyerData, { body: { email: ana } })
  expect(request.status).toBe(200)
  const [mail] = (await sentEmailsTo(w, ana)).filter(({ text }) => text.includes('/my-data?token='))
  const token = /my-data\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''

  expect((await w.visitor().call(eraseBuyerData, { params: { token } })).status).toBe(200)

  expect(await w.db.select().from(messages)).toEqual([])
})
