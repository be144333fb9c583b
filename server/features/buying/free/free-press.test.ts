import { expect, test } from 'vitest'
import { getAccess, getOwnedPurchase } from '../../../../contract/purchases.ts'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { discountFixture } from '../../../../tests/support/discount-fixture.ts'
import { freeFixture, openAccess, postForm } from '../../../../tests/support/free-fixture.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'
import { accessGrants } from '../../../db/schema/index.ts'

const press = 'b0a6d3'
/** A browser that doesn't have the cookie of an earlier answer, because it left before that came. */
const withoutCookie = (w: TestApp) => w.visitor()

test('a double click of a browser without cookie gives a free item once', async () => {
  const { w, item } = await freeFixture()

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => postForm(withoutCookie(w), `/p/${item.id}`, { press })),
  )

  expect(new Set(answers.map(({ path }) => path)).size).toBe(1)
  expect(answers[0]?.path).toMatch(/^\/access\//)
  expect(await w.probe.purchases()).toHaveLength(1)
  expect(await checkLedger(w)).toEqual([])
})

test('the browser that keeps the last cookie owns the item', async () => {
  const { w, item } = await freeFixture()
  const [first, last] = [withoutCookie(w), withoutCookie(w)]

  await postForm(first, `/p/${item.id}`, { press })
  const { token } = await postForm(last, `/p/${item.id}`, { press })

  const { body } = await last.call(getOwnedPurchase, { params: { id: item.id } })
  expect(body.purchase?.accessUrl).toContain(token)
  expect((await last.call(getAccess, { params: { token } })).body.purchase.paymentIntentId).toBe('')
  expect((await postForm(last, `/p/${item.id}`, { press: 'another' })).token).toBe(token)
  expect(await w.probe.purchases()).toHaveLength(1)
})

type Case = { name: string; fields: Record<string, string>; headers: Record<string, string> }

test.each<Case>([
  { name: 'another press', fields: { press: 'another' }, headers: {} },
  { name: 'another program', fields: { press }, headers: { 'user-agent': 'Netscape/4' } },
  { name: 'no press', fields: {}, headers: {} },
])('$name is another person', async ({ fields, headers }) => {
  const { w, item } = await freeFixture()
  await postForm(withoutCookie(w), `/p/${item.id}`, { press })

  await postForm(withoutCookie(w), `/p/${item.id}`, fields, headers)

  expect(await w.probe.purchases()).toHaveLength(2)
})

test('a press of one item gives nothing of another one', async () => {
  const { w, mara, item } = await freeFixture()
  const other = await mara.publishText({ pricingModel: 'free', price: '' })

  const one = await postForm(withoutCookie(w), `/p/${item.id}`, { press })
  const two = await postForm(withoutCookie(w), `/p/${other.id}`, { press })

  expect(two.path).not.toBe(one.path)
  expect(await w.probe.purchases()).toHaveLength(2)
})

test('a retry with a code of one use opens what its first press got', async () => {
  const { w, item, listed } = await discountFixture({ discount: { percentBps: 10_000, maxUses: 1 } })
  const get = (fields = {}) =>
    postForm(withoutCookie(w), `/p/${item.id}`, { code: 'SPRING', press, ...fields })

  const first = await get()
  const retry = await get()
  const stranger = await get({ press: 'another' })

  expect([retry.path, stranger.query.problem]).toEqual([first.path, 'code'])
  expect(await listed()).toMatchObject({ used: 1, reserved: 0 })
  expect(await w.probe.purchases()).toHaveLength(1)
})

test('a press whose item was revoked gives it anew, and the revoked one stays closed', async () => {
  const { w, item } = await freeFixture()
  const first = await postForm(withoutCookie(w), `/p/${item.id}`, { press })
  await w.db.update(accessGrants).set({ revokedAt: w.clock.now(), revocationReason: 'admin' })

  const again = await postForm(withoutCookie(w), `/p/${item.id}`, { press })

  expect(again.path).not.toBe(first.path)
  expect((await openAccess(w.visitor(), first.token)).status).toBe(403)
})
