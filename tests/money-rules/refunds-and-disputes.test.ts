import { describe, expect, test } from 'vitest'
import { disputedSaleFixture } from '../support/disputed-sale-fixture.ts'

test('full refund', async () => {
  const { w, refund, complete, download, balances } = await disputedSaleFixture({ price: '9.99' })
  expect(await balances()).toEqual([-999, 800, 199])

  await refund('9.99')
  await complete()
  await w.runJobs()

  expect(await balances()).toEqual([0, 0, 0])
  expect([(await download()).status, (await download()).body]).toMatchObject([
    403,
    { code: 'purchase_refunded' },
  ])
  const subjects = (await w.mailbox.list()).map(({ subject }) => subject)
  expect(subjects).toContain('We’ve refunded $9.99')
})

test('partial refund', async () => {
  const { refund, complete, download, balances } = await disputedSaleFixture({ price: '9.99' })
  for (const part of ['3.33', '3.33']) await refund(part)
  await complete()
  const open = (await download()).status

  await refund('3.33')
  await complete()

  expect(open).toBe(200)
  expect(await balances()).toEqual([0, 0, 0])
  expect((await download()).status).toBe(403)
})

test('refund during a download', async () => {
  const { w, refund, complete, download, verify } = await disputedSaleFixture()
  const { body } = await verify()
  const url = body.content.fileUrl ?? ''
  const fan = w.visitor()
  const first = await fan.send('GET', url, { headers: { range: 'bytes=0-3' } })

  await refund('10.00')
  await complete()
  const next = await fan.send('GET', url, { headers: { range: 'bytes=4-' } })

  // A running response is ended too: server/features/buying/access/abort-when-revoked.test.ts, over a real connection.
  expect([first.statusCode, next.statusCode, next.json().code]).toEqual([206, 403, 'purchase_refunded'])
  expect((await download()).status).toBe(403)
})

test('refund fails later', async () => {
  const { refund, complete, download, failRefund, balances, alerts } = await disputedSaleFixture()
  await refund('10.00')
  await complete()
  await failRefund()

  await complete()

  expect(await balances()).toEqual([-1000, 800, 200])
  expect((await download()).status).toBe(403)
  expect(await alerts()).toEqual(['refund-failed'])
})

describe('dispute opened / won / lost', () => {
  test('opened: funds are held and access is revoked; won: both are restored', async () => {
    const { applyDisputeAction, complete, download, balances } = await disputedSaleFixture()
    await applyDisputeAction('open')
    await complete()
    const opened = [await balances(), (await download()).status]

    await applyDisputeAction('win')
    await complete()

    expect(opened).toEqual([[0, 0, 0], 403])
    expect([await balances(), (await download()).status]).toEqual([[-1000, 800, 200], 200])
  })

  test('lost: funds stay held and access stays revoked', async () => {
    const { applyDisputeAction, complete, download, balances } = await disputedSaleFixture()
    for (const action of ['open', 'lose'] as const) {
      await applyDisputeAction(action)
      await complete()
    }

    expect([await balances(), (await download()).status]).toEqual([[0, 0, 0], 403])
  })

  test('the dispute fee is a platform cost', async () => {
    const { w, applyDisputeAction, complete, balances, creator } = await disputedSaleFixture()
    const { paymentProvider } = w.ports
    const read = paymentProvider.getPayment.bind(paymentProvider)
    paymentProvider.getPayment = async (id) => {
      const { dispute, ...snapshot } = await read(id)
      return { ...snapshot, ...(dispute && { dispute: { ...dispute, providerFeeAmount: 1_500 } }) }
    }
    await applyDisputeAction('open')
    await complete()
    await applyDisputeAction('win')

    await complete()

    expect(await balances()).toEqual([-1000, 800, 200 - 1_500])
    expect(await w.probe.balance('processing_fees')).toBe(1_500)
    expect(await w.probe.balance(`creator_balance/${creator.id}`)).toBe(800)
  })
})

test('inquiry or early warning', async () => {
  const { applyDisputeAction, complete, download, balances, alerts } = await disputedSaleFixture()
  await applyDisputeAction('open_inquiry')

  await complete()

  expect([await balances(), (await download()).status]).toEqual([[-1000, 800, 200], 200])
  expect(await alerts()).toEqual(['dispute-inquiry'])
})
