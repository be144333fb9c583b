import { expect, test } from 'vitest'
import { getUser, requestSignInCode, signInWithCode } from '../../../../contract/accounts.ts'
import { getContent, getPreviewImage } from '../../../../contract/content.ts'
import { createPaymentIntent, downloadContent } from '../../../../contract/purchases.ts'
import { latestSignInCode } from '../../../../tests/support/test-app/creator-client.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const email = 'mara@example.com'

async function suspended(reason: string | null = 'two buyers reported stolen files') {
  const w = await createTestApp()
  const mara = await w.creator(email)
  const item = await mara.publishFile()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  await w.probe.updateUser(mara.id, { suspendedAt: w.clock.now(), suspendedReason: reason })
  return { w, mara, item, fan, paymentIntentId }
}

test('suspending a creator ends their sessions at once', async () => {
  const { mara } = await suspended()

  expect((await mara.call(getUser)).status).toBe(401)
})

test.each([
  ['two buyers reported stolen files', 'This account is suspended: two buyers reported stolen files.'],
  ['Stolen files. ', 'This account is suspended: Stolen files.'],
  [null, 'This account is suspended.'],
])('with the suspension reason %j, the right code gets the message %j', async (reason, sentence) => {
  const { w } = await suspended(reason)
  const visitor = w.visitor()
  await visitor.call(requestSignInCode, { body: { email } })

  const response = await visitor.call(signInWithCode, {
    body: { email, code: await latestSignInCode(w.mailbox, email) },
  })

  expect([response.status, response.body]).toEqual([403, { code: 'suspended', message: sentence }])
  expect(response.headers['set-cookie']).toBeUndefined()
})

test('only someone with the code reads the reason', async () => {
  const { w } = await suspended()
  const visitor = w.visitor()

  const requested = await visitor.call(requestSignInCode, { body: { email } })
  const wrong = await visitor.call(signInWithCode, { body: { email, code: '000 000' } })

  expect(requested.body).toEqual({ sent: true })
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([400, expect.not.stringContaining('stolen')])
})

test('a suspended creator’s items are not for sale, and buyers keep access', async () => {
  const { w, item, fan, paymentIntentId } = await suspended()

  const page = await w.visitor().call(getContent, { params: { id: item.id } })
  const image = await w.visitor().call(getPreviewImage, { params: { id: item.id } })
  const order = await w
    .visitor()
    .call(createPaymentIntent, { body: { contentId: item.id, buyerEmail: 'fan@example.com' } })
  const file = await fan.call(downloadContent, { params: { id: item.id }, body: { paymentIntentId } })

  expect([page.status, image.status, order.status]).toEqual([404, 404, 404])
  expect([file.status, file.bytes.toString()]).toEqual([200, 'the very bytes'])
})

test('lifting a suspension restores everything', async () => {
  const { w, mara, item } = await suspended()
  await w.probe.updateUser(mara.id, { suspendedAt: null, suspendedReason: null })

  expect((await mara.call(getUser)).status).toBe(200)
  expect((await w.visitor().call(getContent, { params: { id: item.id } })).status).toBe(200)
})
