import { expect, test } from 'vitest'
import { disputedSaleFixture } from '../../../tests/support/disputed-sale-fixture.ts'
import { disputes } from '../../db/schema/index.ts'
import type { DisputeSnapshot, PaymentSnapshot } from '../../ports/payment-provider.ts'

/** A sale whose disputes at the provider the test controls. */
async function disputed() {
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
    open: s.w.probe.openAlerts,
  }
}

const one = (state: DisputeSnapshot['state'], amount = 1000): DisputeSnapshot => ({
  disputeId: 'dp_1',
  amount,
  state,
})
const two = (state: DisputeSnapshot['state'], amount = 1000): DisputeSnapshot => ({
  disputeId: 'dp_2',
  amount,
  state,
})

test('a dispute that the provider replaces is released, and the new one holds its funds', async () => {
  const { w, reports, balances, download } = await disputed()
  await reports(one('open'))
  expect(await balances()).toEqual([0, 0, 0])

  await reports(two('open'))

  expect(await balances()).toEqual([0, 0, 0])
  expect(await w.db.select().from(disputes)).toMatchObject([
    { providerDisputeId: 'dp_1', heldAmount: 0 },
    { providerDisputeId: 'dp_2', heldAmount: 1000, state: 'open' },
  ])
  expect((await download()).status).toBe(403)

  await reports(two('won'))

  expect(await balances()).toEqual([-1000, 800, 200])
  expect((await download()).status).toBe(200)
})

test('two partial disputes hold both parts, and each releases its own', async () => {
  const { reports: says, balances, download } = await disputed()

  await says(one('lost', 400), two('open', 600))
  const both = await balances()
  await says(one('lost', 400), two('won', 600))

  expect(both).toEqual([0, 0, 0])
  expect(await balances()).toEqual([-600, 480, 120])
  expect((await download()).status).toBe(403)
})

test('two disputes never hold more than was paid', async () => {
  const { reports: says, balances } = await disputed()

  await says(one('open', 1000), two('open', 1000))

  expect(await balances()).toEqual([0, 0, 0])
})

test('a dispute in an unknown state moves nothing and raises an alert', async () => {
  const { reportsUnknown, reports: says, balances, download, open } = await disputed()
  await reportsUnknown('dp_1')

  expect(await balances()).toEqual([-1000, 800, 200])
  expect((await download()).status).toBe(200)
  expect(await open()).toEqual(['dispute-unknown'])

  await says(one('open'))

  expect(await balances()).toEqual([0, 0, 0])
  expect(await open()).toEqual(['dispute-open'])
})

test('held funds stay held while their dispute is in an unknown state', async () => {
  const { reports: says, reportsUnknown: saysUnknown, balances } = await disputed()
  await says(one('open'))

  await saysUnknown('dp_1')

  expect(await balances()).toEqual([0, 0, 0])
})

test('a won dispute resolves its alert, and a lost one does not', async () => {
  const won = await disputed()
  await won.reports(one('inquiry'))
  await won.reports(one('open'))
  await won.reports(one('won'))
  const lost = await disputed()
  await lost.reports(one('open'))
  await lost.reports(one('lost'))

  expect(await won.open()).toEqual([])
  expect(await lost.open()).toEqual(['dispute-lost'])
})
