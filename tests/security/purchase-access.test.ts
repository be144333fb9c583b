import { describe, expect, test } from 'vitest'
import {
  downloadContent,
  getAccess,
  processRecentPurchase,
  sendAccessEmail,
  verifyPurchase,
} from '../../contract/purchases.ts'
import { refundSale, revokeAccess } from '../../contract/sales.ts'
import { createTestApp, type Visitor } from '../support/test-app.ts'

const secrets = ['bytes of the item', 'https://example.com/only-for-buyers', 'The text of the item']
type Kind = 'file' | 'link' | 'text'

/** An item of a kind, sold to a fan who has not opened it, beside another item that someone else bought. */
async function setup(kind: Kind) {
  const w = await createTestApp()
  const creator = await w.creator()
  const publish = {
    file: () => creator.publishFile({}, Buffer.from('bytes of the item')),
    link: () => creator.publishLink({ linkUrl: 'https://example.com/only-for-buyers' }),
    text: () => creator.publishText({ textContent: 'The text of the item' }),
  }
  const item = await publish[kind]()
  const other = await creator.publishText({ textContent: 'Something else' })
  const fan = w.visitor()
  const bought = await fan.purchase(item.id)
  const query = { payment_intent: bought.paymentIntentId, content_id: item.id }
  const { body } = await fan.call(verifyPurchase, { query })
  const token = body.accessUrl.split('/').at(-1) ?? ''
  return { w, creator, item, other, fan, bought, token, fileUrl: body.content.fileUrl }
}

/** Calls every route that gives access to purchased content for a payment: read, email, download, settle. */
async function requestPurchasedContent(
  who: Visitor,
  paymentIntentId: string,
  contentId: number,
  secret = '',
) {
  const headers = secret ? who.clientSecretHeaders(secret) : {}
  const query = { payment_intent: paymentIntentId, content_id: contentId }
  return [
    await who.call(verifyPurchase, { query, headers }),
    await who.call(sendAccessEmail, { body: { paymentIntentId, contentId }, headers }),
    await who.call(downloadContent, { params: { id: contentId }, headers }),
    await who.call(processRecentPurchase, { params: { id: contentId }, headers }),
  ]
}

function expectNoContent(answers: Array<{ bytes: Buffer }>): void {
  const all = answers.map(({ bytes }) => bytes.toString()).join('\n')
  for (const secret of secrets) expect(all).not.toContain(secret)
}

describe.each<Kind>(['file', 'link', 'text'])('a %s', (kind) => {
  test('is denied to the buyer of another item, whatever proof they send', async () => {
    const { w, item, other, bought } = await setup(kind)
    const otherBuyer = w.visitor()
    const otherPurchase = await otherBuyer.purchase(other.id)

    const answers = [
      ...(await requestPurchasedContent(otherBuyer, otherPurchase.paymentIntentId, item.id)),
      ...(await requestPurchasedContent(
        otherBuyer,
        otherPurchase.paymentIntentId,
        item.id,
        otherPurchase.clientSecret,
      )),
      ...(await requestPurchasedContent(otherBuyer, bought.paymentIntentId, item.id)),
      ...(await requestPurchasedContent(
        otherBuyer,
        bought.paymentIntentId,
        item.id,
        otherPurchase.clientSecret,
      )),
    ]

    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(404))
    expectNoContent(answers)
  })

  test('is denied to a new browser seconds after another’s sale', async () => {
    const { w, item, bought } = await setup(kind)
    const stranger = w.visitor()

    await stranger.send('GET', `/p/${item.id}?success=true&payment_intent=${bought.paymentIntentId}`)
    const answers = await requestPurchasedContent(stranger, bought.paymentIntentId, item.id)
    const checkout = await stranger.starts(item.id, { email: 'stranger@example.com' })
    const unpaid = await stranger.call(downloadContent, { params: { id: item.id } })
    const settled = await stranger.call(processRecentPurchase, { params: { id: item.id } })

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(unpaid.status).toBe(402)
    expect(settled.body).toEqual({ state: 'open', purchaseId: null })
    expect(checkout.paymentIntentId).not.toBe(bought.paymentIntentId)
    expectNoContent([...answers, unpaid, settled])
  })

  test('is denied after a refund, on every route that allowed it', async () => {
    const { creator, item, fan, bought, token, fileUrl } = await setup(kind)
    await creator.call(refundSale, {
      params: { id: bought.purchaseId },
      body: { refunded: '0.00', reason: '' },
    })

    const answers = await requestAsBuyer(fan, { item, bought, token, fileUrl })

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
    expectNoContent(answers)
  })

  test('is denied after its creator revokes access, on every route that allowed it', async () => {
    const { creator, item, fan, bought, token, fileUrl } = await setup(kind)
    await creator.call(revokeAccess, { params: { id: bought.purchaseId }, body: { reason: 'Shared' } })

    const answers = await requestAsBuyer(fan, { item, bought, token, fileUrl })

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
    expectNoContent(answers)
  })
})

type SaleFixture = {
  item: { id: number }
  bought: { paymentIntentId: string }
  token: string
  fileUrl: string | null
}

/** Every access by the buyer's own browser and link, and by the file's signed URL, which has not expired. */
async function requestAsBuyer(
  fan: Visitor,
  { item, bought: { paymentIntentId }, token, fileUrl }: SaleFixture,
) {
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const signed = fileUrl ? await fan.send('GET', fileUrl) : undefined
  return [
    await fan.call(verifyPurchase, { query }),
    await fan.call(sendAccessEmail, { body: { paymentIntentId, contentId: item.id } }),
    await fan.call(downloadContent, { params: { id: item.id } }),
    await fan.call(getAccess, { params: { token } }),
    ...(signed ? [{ status: signed.statusCode, bytes: signed.rawPayload }] : []),
  ]
}
