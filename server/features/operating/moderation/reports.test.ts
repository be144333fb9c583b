import { expect, test } from 'vitest'
import { getContent, listContent } from '../../../../contract/content.ts'
import {
  dismissReports,
  getReportableContent,
  listReportedContent,
  reinstateContent,
  reportContentForm,
  takeDownContent,
} from '../../../../contract/moderation.ts'
import { completePayment, getAccess, verifyPurchase } from '../../../../contract/purchases.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { restoreAccess, revokeAccess } from '../../../../contract/sales.ts'
import { adminFixture } from '../../../../tests/support/admin-fixture.ts'
import type { Visitor } from '../../../../tests/support/test-app.ts'

async function reportFixture() {
  const { w, admin, mara, item } = await adminFixture()
  const params = { id: item.id }
  const listed = async (state: 'open' | 'taken_down' | 'resolved' = 'open') =>
    (await admin.call(listReportedContent, { query: { state } })).body.items
  const pageStatus = async () => (await w.visitor().call(getContent, { params })).status
  return { w, admin, mara, item, params, listed, pageStatus }
}

/** Posts the form like a browser without scripts. */
async function submitReport(client: Visitor, id: number, fields: Record<string, string> = {}) {
  const response = await client.send('POST', buildUrl(reportContentForm, { params: { id } }), {
    payload: new URLSearchParams({
      reason: 'copyright',
      details: 'My song.',
      email: '',
      ...fields,
    }).toString(),
    headers: {
      'sec-fetch-site': 'same-origin',
      origin: 'null',
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  return { status: response.statusCode, to: String(response.headers.location ?? '') }
}

test('anyone can report an item, and the admin sees the report', async () => {
  const { w, item, listed } = await reportFixture()

  const response = await submitReport(w.visitor(), item.id, { email: 'owner@example.com' })

  expect(response).toEqual({ status: 303, to: `/report/${item.id}?sent=true` })
  expect(await listed()).toMatchObject([
    {
      contentId: item.id,
      status: 'published',
      creator: { email: 'mara@example.com' },
      reports: [{ reason: 'copyright', details: 'My song.', email: 'owner@example.com', state: 'open' }],
    },
  ])
})

test('an invalid report returns to the form with the input', async () => {
  const { w, item, listed } = await reportFixture()

  const noReason = await submitReport(w.visitor(), item.id, { reason: '', details: 'Words & more' })
  const noAddress = await submitReport(w.visitor(), item.id, { email: 'not an address' })

  expect(noReason.to).toBe(`/report/${item.id}?problem=reason&reason=&details=Words+%26+more&email=`)
  expect(noAddress.to).toContain('problem=email')
  expect(await listed()).toEqual([])
})

test('an unseen draft and a missing item have the same response', async () => {
  const { w, mara } = await reportFixture()
  const draft = await mara.publishText({ status: 'draft', price: '1.00' })
  const load = (id: number) => w.visitor().call(getReportableContent, { params: { id } })
  const [draftResponse, missingResponse] = await Promise.all([load(draft.id), load(12_345)])

  expect(draftResponse.status).toBe(404)
  expect(draftResponse.body).toEqual(missingResponse.body)
  expect((await submitReport(w.visitor(), draft.id)).status).toBe(404)
})

test('one IP address may send ten reports per hour', async () => {
  const { w, item, listed } = await reportFixture()
  const reporter = w.visitor()
  for (let i = 0; i < 10; i++) await submitReport(reporter, item.id)

  expect((await submitReport(reporter, item.id)).to).toContain('problem=rate_limited')
  expect((await listed())[0]?.reports).toHaveLength(10)
})

test('a taken-down item is unpublished, its creator gets the reason, and its buyers keep access', async () => {
  const { w, admin, mara, item, params, listed, pageStatus } = await reportFixture()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  await submitReport(w.visitor(), item.id)

  const takedown = await admin.call(takeDownContent, { params, body: { reason: 'We are asking its owner' } })

  expect(takedown.body).toMatchObject({
    status: 'taken_down',
    takedownReason: 'We are asking its owner',
    buyersWithAccessCount: 1,
  })
  expect(await pageStatus()).toBe(404)
  expect((await mara.call(listContent)).body).toMatchObject([{ takedownReason: 'We are asking its owner' }])
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  expect((await fan.call(verifyPurchase, { query })).status).toBe(200)
  expect(await listed('open')).toEqual([])
  expect(await listed('taken_down')).toMatchObject([{ reports: [{ state: 'resolved' }] }])
  await w.runJobs()
  const email = (await w.mailbox.list()).find(({ subject }) => subject.startsWith('We took down'))
  expect(email).toMatchObject({ to: 'mara@example.com' })
  expect((await w.mailbox.read(email?.id ?? ''))?.text).toContain('Reason: We are asking its owner')
})

test('a removed item is revoked for its buyers with the reason, and restored with the item', async () => {
  const { w, admin, item, params, pageStatus } = await reportFixture()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { body } = await fan.call(verifyPurchase, { query })
  const token = body.accessUrl.split('/').at(-1) ?? ''
  const openAccess = () => w.visitor().call(getAccess, { params: { token } })

  await admin.call(takeDownContent, { params, body: { reason: 'It is stolen', revokeBuyerAccess: true } })
  const revoked = await openAccess()
  await admin.call(reinstateContent, { params })

  expect(revoked.status).toBe(403)
  expect(JSON.stringify(revoked.body)).toContain('It is stolen')
  expect((await openAccess()).status).toBe(200)
  expect(await pageStatus()).toBe(200)
})

test('a refunded purchase stays revoked when its item is restored', async () => {
  const { w, admin, item, params } = await reportFixture()
  const { paymentIntentId } = await w.visitor().purchase(item.id)
  await w.sandbox.refund({ paymentId: paymentIntentId, amount: 1_000, reason: 'requested' }, 'back')
  await w.deliverWebhooks()

  await admin.call(takeDownContent, { params, body: { reason: 'x', revokeBuyerAccess: true } })
  await admin.call(reinstateContent, { params })

  expect(await w.probe.grants()).toMatchObject([{ revocationReason: 'refund' }])
})

test('taking down twice and restoring an active item are conflicts, and a reason is required', async () => {
  const { admin, params } = await reportFixture()
  const takeDown = async (reason: string) =>
    (await admin.call(takeDownContent, { params, body: { reason } })).status

  expect(await takeDown(' ')).toBe(400)
  expect((await admin.call(reinstateContent, { params })).status).toBe(409)
  expect(await takeDown('x')).toBe(200)
  expect(await takeDown('x')).toBe(409)
})

test('dismissed reports leave the item on sale', async () => {
  const { w, admin, item, params, listed, pageStatus } = await reportFixture()
  await submitReport(w.visitor(), item.id)

  await admin.call(dismissReports, { params })

  expect(await listed('open')).toEqual([])
  expect(await listed('resolved')).toHaveLength(1)
  expect(await pageStatus()).toBe(200)
})

test('a buyer of a removed item gets no access back by a won dispute or by its creator', async () => {
  const { w, admin, mara, item, params } = await reportFixture()
  const buy = async () => {
    const fan = w.visitor()
    const { paymentIntentId, purchaseId } = await fan.purchase(item.id)
    const query = { payment_intent: paymentIntentId, content_id: item.id }
    const complete = () => fan.call(completePayment, { params: { paymentIntentId } })
    return { paymentIntentId, purchaseId, complete, verify: () => fan.call(verifyPurchase, { query }) }
  }
  const [disputed, revoked] = [await buy(), await buy()]
  await w.sandbox.simulate.dispute(disputed.paymentIntentId, 'open')
  await disputed.complete()
  const sale = { params: { id: revoked.purchaseId } }
  await mara.call(revokeAccess, { ...sale, body: { reason: 'A mistake' } })
  await admin.call(takeDownContent, { params, body: { reason: 'It is stolen', revokeBuyerAccess: true } })

  await w.sandbox.simulate.dispute(disputed.paymentIntentId, 'win')
  await disputed.complete()
  await mara.call(restoreAccess, sale)

  for (const { verify } of [disputed, revoked]) {
    const { status, body } = await verify()
    expect([status, JSON.stringify(body)]).toEqual([403, expect.stringContaining('It is stolen')])
  }
})
