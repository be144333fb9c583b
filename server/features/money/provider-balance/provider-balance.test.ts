import { expect, test } from 'vitest'
import { markPayoutPaid } from '../../../../contract/payout-runs.ts'
import { getProviderBalance, getProviderBalanceFile } from '../../../../contract/provider-balance.ts'
import { connectedAccountFixture } from '../../../../tests/support/connected-account-fixture.ts'
import { march } from '../../../../tests/support/payout-fixture.ts'
import { upgradeToPro } from '../../../../tests/support/test-app/subscription-client.ts'
import { recordMovement } from '../../../adapters/sandbox/balance-transactions.ts'
import { ledgerEntries } from '../../../db/schema/index.ts'
import { verifyLedger } from '../../../verify/run-checks.ts'
import { importBalanceTransactions } from './import.ts'

/** A month with a sale of each fate, Pro, a transfer, a payout by hand and a payout to the platform's bank. */
async function busyMonth() {
  const fixture = await connectedAccountFixture()
  const { w, mara, admin, seller, processes } = fixture
  await mara.sells('100.00')
  const refunded = await mara.sells('50.00')
  const refund = { amount: 1_000, reason: 'requested' } as const
  await w.sandbox.refund({ paymentId: refunded.paymentIntentId, ...refund }, 'refund:test')
  const disputed = await mara.sells('30.00')
  await w.sandbox.simulate.dispute(disputed.paymentIntentId, 'open')
  await w.sandbox.simulate.dispute(disputed.paymentIntentId, 'lose')
  const won = await mara.sells('20.00')
  await w.sandbox.simulate.dispute(won.paymentIntentId, 'open')
  await w.sandbox.simulate.dispute(won.paymentIntentId, 'win')
  await upgradeToPro(mara)
  const ines = await seller('ines@example.com')
  await ines.sells('60.00')
  await w.deliverWebhooks()
  await processes()
  await w.runJobs()
  const payout = (await fixture.payouts()).find(({ method }) => method === 'paypal')
  await admin.call(markPayoutPaid, { params: { id: payout?.id ?? 0 }, body: { reference: 'PP-1' } })
  await w.sandbox.simulate.platformPayout({ amount: 2_500, state: 'paid' })
  await importBalanceTransactions(w.ports)
  return {
    ...fixture,
    async comparison() {
      const { body } = await admin.call(getProviderBalance, { query: march })
      const of = (column: 'provider' | 'ledger' | 'difference') =>
        Object.fromEntries(body.lines.map((each) => [each.line, each[column]]))
      return { ...body, provider: of('provider'), ledger: of('ledger'), difference: of('difference') }
    },
  }
}

test('the balance at the provider is the ledger’s but for what creators were paid elsewhere', async () => {
  const { w, admin, comparison } = await busyMonth()

  const { provider, ledger, difference, unmatched } = await comparison()

  expect(provider).toMatchObject({
    opening: '0.00',
    payment: '359.00',
    refund: '-10.00',
    dispute: '-30.00',
    fee: '0.00',
    transfer: '-128.00',
    elsewhere: '0.00',
    platform_payout: '-25.00',
    other: '0.00',
    closing: '166.00',
  })
  expect(ledger).toMatchObject({ elsewhere: '-48.00', closing: '118.00' })
  expect(Object.entries(difference).filter(([, amount]) => amount !== '0.00')).toEqual([
    ['elsewhere', '48.00'],
    ['closing', '48.00'],
  ])
  expect(unmatched).toEqual([])
  const csv = String((await admin.call(getProviderBalanceFile, { query: march })).body)
  expect(csv.trim().split('\r\n')).toHaveLength(13)
  const client = await w.ports.pool.connect()
  expect(await verifyLedger(client).finally(() => client.release())).toEqual([])
})

test('reading again books nothing twice; what no sale belongs to is listed, and the next month opens with the balance', async () => {
  const { w, admin, comparison } = await busyMonth()
  const entries = async () => (await w.db.select().from(ledgerEntries)).length
  const before = await entries()

  expect(await importBalanceTransactions(w.ports)).toBe(0)
  const { clock, db, currency } = { ...w, db: w.db, currency: w.ports.config.currency }
  const context = { clock, db, currency } as unknown as Parameters<typeof recordMovement>[0]
  const charge = { kind: 'provider_charge', sourceId: 'fee_connect', amount: -200 } as const
  await w.db.transaction(async (tx) => {
    await recordMovement(context, tx, charge)
    await recordMovement(context, tx, { kind: 'other', sourceId: 'reserve', amount: 700 })
    await recordMovement(context, tx, { kind: 'payment', sourceId: 'pi_of_another_shop', amount: 900 })
  })
  expect(await importBalanceTransactions(w.ports)).toBe(3)

  const { ledger, difference, unmatched } = await comparison()
  expect((await entries()) - before).toBe(2)
  expect(ledger).toMatchObject({ fee: '-2.00' })
  expect(difference).toMatchObject({ fee: '0.00', payment: '9.00', other: '7.00' })
  expect(unmatched.map(({ amount }) => amount).toSorted()).toEqual(['7.00', '9.00'])
  const { body: april } = await admin.call(getProviderBalance, { query: { ...march, month: 4 } })
  expect(april.lines[0]).toMatchObject({ line: 'opening', provider: '180.00', ledger: '116.00' })
})
