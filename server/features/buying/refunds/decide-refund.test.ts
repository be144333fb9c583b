import { expect, test } from 'vitest'
import { refundAsAdmin } from '../../../../contract/admin-purchases.ts'
import { listRefundRequests } from '../../../../contract/refunds.ts'
import { decideRequests, refundRequestFixture } from '../../../../tests/support/refund-request-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'

async function refundEmailsTo(w: TestApp, address: string) {
  return (await sentEmailsTo(w, address)).filter(({ subject }) => /refund/i.test(subject))
}

test('a refund request is emailed to the creator once, with a link to decide', async () => {
  const { w, ask, id } = await refundRequestFixture()
  await ask()

  const emails = await refundEmailsTo(w, 'mara@example.com')

  expect(emails.map((email) => email?.subject)).toEqual(['Refund request: $10.00 for Harbour loops'])
  const text = emails[0]?.text ?? ''
  expect(text).toContain('“It is too quiet”\nThe buyer')
  expect(text).toContain(`/refunds/${id}`)
  expect(text).toMatch(/They bought Harbour loops\.[\s\S]*Order \d+\n/)
})

test('the effect of a refund is previewed to the cent, and reading it changes nothing', async () => {
  const { w, reads, account } = await refundRequestFixture({ price: '9.99' })

  const whole = await reads()
  const part = await reads({ amount: '3.33' })

  expect(whole.body).toMatchObject({
    state: 'requested',
    title: 'Harbour loops',
    reason: 'It is too quiet',
    purchaseAmount: '9.99',
    refundableAmount: '9.99',
    balance: '8.00',
    balanceAfter: '0.00',
    isCreator: true,
  })
  expect(part.body).toMatchObject({ balance: '8.00', balanceAfter: '5.33' })
  expect(await w.probe.balance(account)).toBe(800)
})

test('a full refund reverses the sale exactly, revokes access and notifies the buyer', async () => {
  const { w, decides, access, account } = await refundRequestFixture()

  const answer = await decides({ decision: 'refund', reason: 'Sorry about that' })

  expect(answer).toMatchObject({
    status: 200,
    body: {
      state: 'refunded',
      amount: '10.00',
      refundableAmount: '0.00',
      balance: '0.00',
      balanceAfter: '0.00',
    },
  })
  expect(await w.probe.balance(account)).toBe(0)
  expect(await w.probe.balance('platform_revenue')).toBe(0)
  expect(await w.probe.balance('cash_clearing')).toBe(0)
  expect(await access()).toMatchObject({ status: 403, body: { code: 'purchase_refunded' } })
  const [mail, ...others] = await refundEmailsTo(w, 'fan@example.com')
  expect(mail?.subject).toBe('We’ve refunded $10.00')
  expect(mail?.text).toContain('Reason: Sorry about that')
  expect(others).toEqual([])
})

test('a partial refund keeps access, and the rest can be requested and refunded', async () => {
  const { w, decides, access, account, ask, creator } = await refundRequestFixture()

  const partial = await decides({ decision: 'refund', amount: '2.50' })
  const open = await access()
  await ask()
  const rest = decideRequests(creator, (await creator.call(listRefundRequests)).body.oldestPendingId ?? 0)
  const preview = await rest.reads()
  const full = await rest.decides({ decision: 'refund' })

  expect(partial.body).toMatchObject({
    state: 'refunded',
    amount: '2.50',
    refundableAmount: '7.50',
    balance: '6.00',
  })
  expect(open).toMatchObject({ status: 200, body: { purchase: { state: 'partially_refunded' } } })
  expect(preview.body).toMatchObject({ amount: '7.50', balance: '6.00', balanceAfter: '0.00' })
  expect(full.body).toMatchObject({ state: 'refunded', balance: '0.00' })
  expect((await access()).status).toBe(403)
  expect(await w.probe.balance(account)).toBe(0)
  expect(await w.probe.balance('platform_revenue')).toBe(0)
})

test('a request that the admin declines emails the buyer the reason and changes nothing', async () => {
  const { w, id, access, account } = await refundRequestFixture()
  const { decides } = decideRequests(await w.creator('admin@example.com'), id)

  const answer = await decides({ decision: 'reject', reason: 'The loops are as described.' })

  expect(answer.body).toMatchObject({ state: 'rejected', decisionMessage: 'The loops are as described.' })
  const emails = await refundEmailsTo(w, 'fan@example.com')
  expect(emails.map((email) => email?.subject)).toEqual([
    'Your refund request for Harbour loops was declined',
  ])
  expect(emails[0]?.text).toContain('The loops are as described.')
  expect(emails[0]?.text).toContain('You still have access.')
  expect(await w.probe.balance(account)).toBe(800)
  expect(await access()).toMatchObject({ status: 200, body: { purchase: { refundStatus: 'rejected' } } })
})

test('a decision of the admin is final', async () => {
  const { w, id, decides, account } = await refundRequestFixture()
  await decideRequests(await w.creator('admin@example.com'), id).decides({ decision: 'reject' })

  const again = await decides({ decision: 'refund' })

  expect(again).toMatchObject({ status: 409, body: { message: 'This request has already been decided.' } })
  expect(await w.probe.balance(account)).toBe(800)
})

test('of eight concurrent decisions one counts, and the refund is made once', async () => {
  const { w, decides, account } = await refundRequestFixture()
  const clicks = Array.from({ length: 8 }, () => decides({ decision: 'refund', amount: '1.00' }))

  const statuses = (await Promise.all(clicks)).map(({ status }) => status)

  expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect(await w.probe.balance(account)).toBe(720)
  expect(await w.probe.balance('cash_clearing')).toBe(-900)
})

test('of a concurrent approval and decline by the admin one counts, and the other is a conflict', async () => {
  const { w, id, reads, account } = await refundRequestFixture()
  const { decides } = decideRequests(await w.creator('admin@example.com'), id)

  const answers = await Promise.all([decides({ decision: 'refund' }), decides({ decision: 'reject' })])

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { state } = (await reads()).body
  expect(await w.probe.balance(account)).toBe(state === 'refunded' ? 0 : 800)
})

test('another creator’s request is not found by any route', async () => {
  const { w, id, account } = await refundRequestFixture()
  const other = await w.creator('other@example.com')
  const otherRequests = decideRequests(other, id)

  const answers = [await otherRequests.reads(), await otherRequests.decides({ decision: 'refund' })]

  for (const answer of answers)
    expect(answer).toMatchObject({ status: 404, body: { message: 'Refund Request Not Found' } })
  expect((await other.call(listRefundRequests)).body).toEqual({
    pendingCount: 0,
    pendingAmount: '0.00',
    currency: 'USD',
    oldestPendingId: null,
    requests: [],
  })
  expect(await w.probe.balance(account)).toBe(800)
})

test('the admin can decide too, and sees that it is another creator’s sale', async () => {
  const { w, id, account } = await refundRequestFixture()
  const admin = decideRequests(await w.creator('admin@example.com'), id)

  const before = await admin.reads()
  const answer = await admin.decides({ decision: 'refund' })

  expect(before.body).toMatchObject({ balance: '8.00', balanceAfter: '0.00', isCreator: false })
  expect(answer.body).toMatchObject({ state: 'refunded' })
  expect(await w.probe.balance(account)).toBe(0)
})

test('what is no part of ten dollars is not refundable, and changes nothing', async () => {
  const { w, decides, account } = await refundRequestFixture()
  const amounts = ['0', '0.00', '10.01', '-1', '0.001', '1e309', '1,00', 'NaN', ['1.00']]

  for (const amount of amounts)
    expect(await decides({ decision: 'refund', amount }), String(amount)).toMatchObject({
      status: 400,
      body: { fields: { amount: expect.stringMatching(/Enter/) } },
    })

  expect(await w.probe.balance(account)).toBe(800)
})

test('while a refund of the same purchase is in progress, no second one can be approved', async () => {
  const { w, decides } = await refundRequestFixture()
  const admin = await w.creator('admin@example.com')
  const [bought] = await w.probe.purchases()
  const { refund } = w.sandbox
  w.sandbox.refund = () => Promise.reject(new Error('The provider does not answer'))
  await admin.call(refundAsAdmin, {
    params: { id: bought?.orderNumber },
    body: { amount: '4.00', reason: 'x' },
  })

  const second = await decides({ decision: 'refund' })
  w.sandbox.refund = refund
  w.clock.advance(3_600_000)
  await w.runPeriodicTasks()
  const later = await decides({ decision: 'refund' })

  expect([second.status, second.body]).toMatchObject([
    409,
    { message: 'A refund for this purchase is already in progress.' },
  ])
  expect(later.body).toMatchObject({ state: 'refunded', amount: '6.00' })
  expect(await w.probe.balance('cash_clearing')).toBe(0)
})
