import { expect, test } from 'vitest'
import { listAuditLog } from '../../../../contract/admin-overview.ts'
import {
  correctPurchaseEmailAsAdmin,
  getPurchaseDetail,
  searchPurchases,
} from '../../../../contract/admin-purchases.ts'
import { correctPurchaseEmail, getAccess } from '../../../../contract/purchases.ts'
import { adminFixture } from '../../../../tests/support/admin-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'

test('the admin corrects an address, also after the buyer has', async () => {
  const { w, admin, item } = await adminFixture()
  const fan = w.visitor()
  const { purchaseId, paymentIntentId } = await fan.purchase(item.id, { email: 'fan@gmial.com' })
  await fan.call(correctPurchaseEmail, {
    body: { paymentIntentId, contentId: item.id, email: 'fan@gmali.com' },
  })
  const [wrong] = (await sentEmailsTo(w, 'fan@gmali.com')).slice(-1)
  const token = /\/access\/([\w-]{43})/.exec(wrong?.text ?? '')?.[1] ?? ''
  const params = { id: purchaseId }
  w.clock.advance(1_000)

  const { status, body } = await admin.call(correctPurchaseEmailAsAdmin, {
    params,
    body: { email: 'fan@gmail.com', reason: 'Showed the card statement' },
  })

  expect([status, body.purchase.email]).toEqual([200, 'fan@gmail.com'])
  expect((await w.visitor().call(getAccess, { params: { token } })).status).toBe(404)
  expect((await sentEmailsTo(w, 'fan@gmail.com')).map(({ subject }) => subject)).toEqual([
    `${item.title} is yours`,
  ])
  const { events } = (await admin.call(getPurchaseDetail, { params })).body
  expect(events.filter(({ type }) => type.startsWith('Email address'))).toMatchObject([
    { type: 'Email address corrected by the buyer', detail: 'f•••@gmial.com to f•••@gmali.com' },
    { type: 'Email address corrected by the admin', detail: 'f•••@gmali.com to f•••@gmail.com' },
  ])
  const found = await admin.call(searchPurchases, { query: { q: 'fan@gmail.com' } })
  expect(found.body.purchases.map(({ id }) => id)).toEqual([purchaseId])
  const [entry] = (await admin.call(listAuditLog)).body.entries
  expect(entry).toMatchObject({
    action: 'correctPurchaseEmailAsAdmin',
    target: `purchase/${purchaseId}`,
    oldValues: { email: 'f•••@gmali.com' },
    newValues: { email: 'f•••@gmail.com', reason: 'Showed the card statement' },
  })
})

test('a correction by the admin needs a recent sign-in and a reason', async () => {
  const { w, admin, item } = await adminFixture()
  const { purchaseId } = await w.visitor().purchase(item.id)
  const corrects = (reason: string) =>
    admin.call(correctPurchaseEmailAsAdmin, {
      params: { id: purchaseId },
      body: { email: 'fan@gmail.com', reason },
    })

  const withoutReason = await corrects(' ')
  await w.expireRecentSignIns()
  const stale = await corrects('x')

  expect([withoutReason.status, withoutReason.body]).toMatchObject([
    400,
    { fields: { reason: 'Enter a reason for the audit log' } },
  ])
  expect([stale.status, stale.body]).toMatchObject([403, { code: 'reauthentication_required' }])
  expect(await sentEmailsTo(w, 'fan@gmail.com')).toEqual([])
})
