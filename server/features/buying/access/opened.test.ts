import { expect, test } from 'vitest'
import {
  forgetDevice,
  getRefundEligibility,
  openPurchase,
  sendOwnAccessLinks,
} from '../../../../contract/access.ts'
import {
  completePayment,
  getAccess,
  getOwnedPurchase,
  verifyPurchase,
} from '../../../../contract/purchases.ts'
import { getReceipt } from '../../../../contract/receipts.ts'
import { buildUrl, type Route } from '../../../../contract/route.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { createTestApp, type Visitor } from '../../../../tests/support/test-app.ts'

type Fields = { kind?: string; linkUrl?: string; textContent?: string }

/** A buyer who has closed the tab after paying, and the link in their email. */
async function boughtAndClosed({ kind = 'text', ...fields }: Fields) {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishes({ kind, ...fields })
  const fan = w.visitor()
  const { paymentIntentId } = await fan.pays(item.id)
  await fan.call(completePayment, { params: { paymentIntentId } })
  const [email] = await sentEmailsTo(w, 'fan@example.com')
  const token = /access\/([\w-]{43})/.exec(String(email?.text))?.[1] ?? ''
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  return { w, fan, item, token, query, secret: fields.linkUrl ?? fields.textContent ?? '' }
}

/** Sends a form of our own page. */
function submit(visitor: Visitor, route: Route, params = {}) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  return visitor.send(route.method, buildUrl(route, { params }), { headers, payload: '' })
}

async function isInstant(visitor: Visitor, token: string): Promise<boolean> {
  return (await visitor.call(getRefundEligibility, { params: { token } })).body.isInstant
}

test.each([{ textContent: 'Salt, flour.' }, { kind: 'link', linkUrl: 'https://example.com/secret' }])(
  'a visit of the access link opens nothing, and withholds %o until somebody opens it',
  async (fields) => {
    const { w, token, secret } = await boughtAndClosed(fields)
    const scanner = w.visitor()

    for (const method of ['HEAD', 'GET'] as const)
      for (const path of [`/access/${token}`, `/api/access/${token}`]) await scanner.send(method, path)
    const { body } = await scanner.call(getAccess, { params: { token } })

    expect(body).toMatchObject({ isWithheld: true, isPayingBrowser: false })
    expect(JSON.stringify(body)).not.toContain(secret)
    expect(await isInstant(scanner, token)).toBe(true)

    const opened = await submit(scanner, openPurchase, { token })
    const after = await scanner.call(getAccess, { params: { token } })
    expect(opened.headers.location).toBe(`/access/${token}`)
    expect(JSON.stringify(after.body)).toContain(secret)
    expect(await isInstant(scanner, token)).toBe(false)
  },
)

test('the browser that paid opens a text by its own page, but not by HEAD or by loading ahead', async () => {
  const { w, fan, token, query } = await boughtAndClosed({ textContent: 'Salt, flour.' })

  await fan.send('HEAD', `/access/${token}`)
  await fan.send('HEAD', `/api/access/${token}`)
  const ahead = await fan.call(getAccess, { params: { token }, headers: { 'sec-purpose': 'prefetch' } })
  const aheadOfSuccess = await fan.call(verifyPurchase, { query, headers: { 'sec-purpose': 'prefetch' } })
  expect([ahead.body.isWithheld, aheadOfSuccess.body.isWithheld]).toEqual([true, true])
  expect(await isInstant(w.visitor(), token)).toBe(true)

  const shown = await fan.call(getAccess, { params: { token } })

  expect(shown.body).toMatchObject({ isWithheld: false, isPayingBrowser: true })
  expect(shown.body.content.textContent).toBe('Salt, flour.')
  expect(await isInstant(w.visitor(), token)).toBe(false)
})

test('an access link shows the whole email and the card only in the browser that paid', async () => {
  const { w, fan, token } = await boughtAndClosed({ textContent: 'Salt, flour.' })
  const params = { token }
  const seenBy = async (visitor: ReturnType<typeof w.visitor>) => {
    const { body: access } = await visitor.call(getAccess, { params })
    const { body: receipt } = await visitor.call(getReceipt, { params })
    return { email: access.purchase.email, receiptEmail: receipt.email, card: receipt.card }
  }

  const mine = await seenBy(fan)
  const theirs = await seenBy(w.visitor())
  const page = await w.visitor().send('GET', `/api/access/${token}`)

  expect(mine).toMatchObject({ email: 'fan@example.com', receiptEmail: 'fan@example.com' })
  expect(mine.card).toMatch(/4242/)
  expect(theirs).toEqual({ email: 'f•••@example.com', receiptEmail: 'f•••@example.com', card: null })
  expect(page.payload).not.toContain('fan@example.com')
})

test('a shared computer forgets what it bought, and the access link still works', async () => {
  const { fan, item, token } = await boughtAndClosed({ textContent: 'Salt, flour.' })
  const owned = async () => (await fan.call(getOwnedPurchase, { params: { id: item.id } })).body.purchase
  expect(await owned()).not.toBeNull()

  const answer = await submit(fan, forgetDevice)

  expect(answer.headers.location).toBe('/lost-link?forgotten=true')
  expect(fan.cookies.has('buyer')).toBe(false)
  expect(await owned()).toBeNull()
  expect((await fan.call(getAccess, { params: { token } })).body.isPayingBrowser).toBe(false)
})

test('all links of the purchase’s address are emailed without the address in the page', async () => {
  const { w, token } = await boughtAndClosed({ textContent: 'Salt, flour.' })

  const answer = await submit(w.visitor(), sendOwnAccessLinks, { token })

  expect(answer.headers.location).toBe('/lost-link?sent=true')
  expect(await sentEmailsTo(w, 'fan@example.com')).toContainEqual(
    expect.objectContaining({ subject: expect.stringContaining('access links') }),
  )
})
