import { expect, test } from 'vitest'
import { requestRefund } from '../../../contract/aftercare.ts'
import { closeAccess, reopenAccess } from '../../../contract/sales.ts'
import { mailsTo } from '../../../tests/support/mails.ts'
import { sold } from '../../../tests/support/sold.ts'
import { soldWithBank } from '../../../tests/support/sold-with-bank.ts'

test('closed access tells the buyer why on their page and by mail, and opens again', async () => {
  const { closes, reopens, access, w } = await sold()

  const closed = await closes('Shared on a forum')
  const shut = await access()
  const mails = await mailsTo(w, 'fan@example.com')
  const reopened = await reopens()

  expect(closed.body).toMatchObject({
    access: 'closed',
    closed: { by: 'creator', reason: 'Shared on a forum' },
    mayReopen: true,
    state: 'paid',
    kept: '8.00',
  })
  expect(shut).toMatchObject({
    status: 403,
    body: { code: 'closed', message: 'The creator has closed your access: “Shared on a forum”' },
  })
  const mail = mails.find(({ subject }) => subject === 'Your access was closed: Harbour loops')
  expect(mail?.text).toContain('“Shared on a forum”')
  expect(mail?.text).toMatch(/\/access\/.+\/refund/)
  expect(reopened.body).toMatchObject({ access: 'open', closed: null })
  expect((await access()).status).toBe(200)
})

test('who was shut out may still have their money back', async () => {
  const { closes, fan, token, access, w, creator } = await sold()
  await closes()

  const answer = await fan.call(requestRefund, { params: { token }, body: { reason: '' } })

  expect(answer).toMatchObject({ status: 200, body: { state: 'refunded' } })
  expect(await access()).toMatchObject({ status: 403, body: { code: 'refunded' } })
  expect(await w.books.balance(`creator/${creator.id}`)).toBe(0)
})

test('a reason is needed to close access, and closing twice is a conflict', async () => {
  const { closes, access } = await sold()

  expect(await closes('  ')).toMatchObject({ status: 400, body: { fields: { reason: expect.any(String) } } })
  expect((await access()).status).toBe(200)
  expect((await closes()).status).toBe(200)
  expect((await closes()).status).toBe(409)
})

test('a dispute keeps closed what the creator would open, and its end opens nothing the creator closed', async () => {
  const { creator, w, bank, complete, verify } = await soldWithBank()
  const [purchase] = await w.books.purchases()
  const params = { id: purchase?.id }
  await creator.call(closeAccess, { params, body: { reason: 'Shared' } })
  await bank('open')
  await complete()

  const during = await creator.call(reopenAccess, { params })
  await bank('win')
  await complete()
  const after = await verify()
  const opened = await creator.call(reopenAccess, { params })

  expect(during.status).toBe(409)
  expect(after).toMatchObject({ status: 403, body: { code: 'closed' } })
  expect(opened.status).toBe(200)
  expect((await verify()).status).toBe(200)
})

test('what a refund closed that came back from the bank is the creator’s to open', async () => {
  const { creator, w, complete, failRefund, refund, verify } = await soldWithBank({ card: 'paid' })
  const [purchase] = await w.books.purchases()
  await refund('10.00')
  await complete()
  const early = await creator.call(reopenAccess, { params: { id: purchase?.id } })
  await failRefund()
  await complete()

  const answer = await creator.call(reopenAccess, { params: { id: purchase?.id } })

  expect(early.status).toBe(409)
  expect(answer).toMatchObject({ status: 200, body: { access: 'open', kept: '8.00' } })
  expect((await verify()).status).toBe(200)
})
