import { expect, test } from 'vitest'
import { disputedSaleFixture } from '../../../../tests/support/disputed-sale-fixture.ts'
import { disputes } from '../../../db/schema/index.ts'
import type { DisputeSnapshot, PaymentSnapshot } from '../../../ports/payment-provider.ts'

/** A sale whose disputes at the provider the test controls. */
async function disputesFixture() {
  const s = await disputedSaleFixture()
  const { paymentProvider } = s.w.ports
  const read = paymentProvider.getPayment.bind(paymentProvider)
  let overrides: Partial<PaymentSnapshot> = {}
  paymentProvider.getPayment = async (id) => ({ ...(await read(id)), ...overrides })
  return {
    ...s,
    async reports(...[dispute, ...otherDisputes]: Array<DisputeSnapshot>) {
      overrides = { ...(dispute && { dispute }), otherDisputes }
      await s.complete()
    },
    async reportsUnknown(id: string) {
      overrides = { unknownDisputes: [id] }
      await s.complete()
    },
    openAlerts: s.w.probe.openAlerts,
  }
}

const firstDispute = (state: DisputeSnapshot['state'], amount = 1000): DisputeSnapshot => ({
  disputeId: 'dp_1',
  amount,
  state,
})
const secondDispute = (state: DisputeSnapshot['state'], amount = 1000): DisputeSnapshot => ({
  disputeId: 'dp_2',
  amount,
  state,
})

test('a dispute that the provider replaces is released, and the new one holds its funds', async () => {
  const { w, reports, balances, download } = await disputesFixture()
  await reports(firstDispute('open'))
  expect(await balances()).toEqual([0, 0, 0])

  await reports(secondDispute('open'))

  expect(await balances()).toEqual([0, 0, 0])
  expect(await w.db.select().from(disputes)).toMatchObject([
    { providerDisputeId: 'dp_1', heldAmount: 0 },
    { providerDisputeId: 'dp_2', heldAmount: 1000, state: 'open' },
  ])
  expect((await download()).status).toBe(403)

  await reports(secondDispute('won'))

  expect(await balances()).toEqual([-1000, 800, 200])
  expect((await download()).status).toBe(200)
})

test('two partial disputes hold both parts, and each releases its own', async () => {
  const { reports, balances, download } = await disputesFixture()

  await reports(firstDispute('lost', 400), secondDispute('open', 600))
  const both = await balances()
  await reports(firstDispute('lost', 400), secondDispute('won', 600))

  expect(both).toEqual([0, 0, 0])
  expect(await balances()).toEqual([-600, 480, 120])
  expect((await download()).status).toBe(403)
})

test('two disputes never hold more than was paid', async () => {
  const { reports, balances } = await disputesFixture()

  await reports(firstDispute('open', 1000), secondDispute('open', 1000))

  expect(await balances()).toEqual([0, 0, 0])
})

test('a dispute in an unknown state moves nothing and raises an alert', async () => {
  const { reportsUnknown, reports, balances, download, openAlerts } = await disputesFixture()
  await reportsUnknown('dp_1')

  expect(await balances()).toEqual([-1000, 800, 200])
  expect((await download()).status).toBe(200)
  expect(await openAlerts()).toEqual(['dispute-unknown'])

  await reports(firstDispute('open'))

  expect(await balances()).toEqual([0, 0, 0])
  expect(await openAlerts()).toEqual(['dispute-open'])
})

test('held funds stay held while their dispute is in an unknown state', async () => {
  const { reports, reportsUnknown, balances } = await disputesFixture()
  await reports(firstDispute('open'))

  await reportsUnknown('dp_1')

  expect(await balances()).toEqual([0, 0, 0])
})

test('a won dispute resolves its alert, and a lost one does not', async () => {
  const won = await disputesFixture()
  await won.reports(firstDispute('inquiry'))
  await won.reports(firstDispute('open'))
  await won.reports(firstDispute('won'))
  const lost = await disputesFixture()
  await lost.reports(firstDispute('open'))
  await lost.reports(firstDispute('lost'))

  expect(await won.openAlerts()).toEqual([])
  expect(await lost.openAlerts()).toEqual(['dispute-lost'])
})
