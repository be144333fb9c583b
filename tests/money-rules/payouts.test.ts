import { expect, test, vi } from 'vitest'
import { requestRefund } from '../../contract/access.ts'
import { getEarningsStats } from '../../contract/earnings.ts'
import { listPayouts, markPayoutPaid, markPayoutReturned } from '../../contract/payout-runs.ts'
import { getAccess, verifyPurchase } from '../../contract/purchases.ts'
import { settlePurchase } from '../../server/features/buying/settlement/settle-purchase.ts'
import { processRunBatch, startPayoutRun } from '../../server/features/money/payouts/runs.ts'
import { retryTransfers } from '../../server/features/money/payouts/transfers.ts'
import { connectedAccountFixture } from '../support/connected-account-fixture.ts'
import { balancedLedger, march, payoutFixture } from '../support/payout-fixture.ts'

test('payout while a refund is pending, and both at once', async () => {
  const { w, seller, processes, ledgerHealth } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(mara.item.id, { customAmount: '50.00' })
  const query = { payment_intent: paymentIntentId, content_id: mara.item.id }
  const { accessUrl } = (await fan.call(verifyPurchase, { query })).body
  const token = String(accessUrl).split('/').at(-1)
  // An opened item's refund request waits for the creator.
  await fan.call(getAccess, { params: { token } })
  const request = await fan.call(requestRefund, { params: { token }, body: { reason: 'Not for me' } })

  const earnings = await mara.earnings()
  const run = await processes()

  expect(request.body).toMatchObject({ state: 'requested' })
  expect(earnings).toMatchObject({ availableBalance: 80, pendingPayouts: 40, totalEarnings: 120 })
  expect(run).toMatchObject({ paidCount: 1, amount: '80.00' })
  expect(await w.probe.balance(`creator_balance/${mara.id}`)).toBe(4000)
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('payout clicked twice, eight times at once', async () => {
  const { w, admin, seller, payouts, ledgerHealth } = await payoutFixture()
  const viewer = { id: admin.id, email: 'admin@example.com', isAdmin: true } as Parameters<
    typeof startPayoutRun
  >[1]
  const sellers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => seller(`${name}@example.com`)))
  const sales = await Promise.all(
    sellers.flatMap((creator) => ['60.00', '60.00', '60.00'].map((price) => creator.sells(price))),
  )

  const runs = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { id } = await startPayoutRun(w.ports, viewer, march)
      await processRunBatch(w.ports, { runId: String(id) })
      return id
    }).concat(
      // Every third sale is refunded during the run.
      sales
        .filter((_, index) => index % 3 === 0)
        .map(async ({ paymentIntentId }) => {
          await w.sandbox.simulate.refund(paymentIntentId, '10.00')
          await settlePurchase(w.ports, paymentIntentId)
          return 0
        }),
    ),
  )
  await w.runPayoutJobs()

  // 144.00 each, or 136.00 when the refund came first: then nothing is owed, else 8.00.
  const made = await payouts()
  expect(new Set(runs).size).toBeGreaterThan(0)
  expect(made.map(({ creatorId }) => creatorId).toSorted()).toEqual(sellers.map(({ id }) => id).toSorted())
  for (const { creatorId, amount } of made) {
    expect([14_400, 13_600]).toContain(amount)
    expect(await w.probe.balance(`creator_balance/${creatorId}`)).toBe(13_600 - amount)
    expect(await w.probe.balance(`payouts_payable/${creatorId}`)).toBe(amount)
  }
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('refund after payout', async () => {
  const { w, admin, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  const { paymentIntentId } = await mara.sells('100.00')
  await processes()
  await w.sandbox.simulate.refund(paymentIntentId)
  await settlePurchase(w.ports, paymentIntentId)

  const after = await mara.earnings()
  const skipped = await processes()
  await mara.sells('120.00')
  const filled = await mara.earnings()
  const still = await processes()
  await mara.sells('50.00')
  const again = await processes()

  expect(after).toMatchObject({ availableBalance: -80, totalEarnings: 0, pendingPayouts: 80 })
  expect(skipped).toMatchObject({ paidCount: 0, skipped: [{ reason: 'below_minimum', amount: '-80.00' }] })
  expect(filled).toMatchObject({ availableBalance: 16 })
  expect(still).toMatchObject({ paidCount: 0 })
  expect(again).toMatchObject({ paidCount: 1, amount: '56.00' })
  expect((await admin.call(listPayouts)).body.payouts).toHaveLength(2)
})

test('transfer times out: the same key again', async () => {
  const { w, mara, processes, payouts } = await connectedAccountFixture()
  await mara.sells('100.00')
  const { createTransfer } = w.sandbox.connect
  const keys: Array<string> = []
  const timesOut = vi.spyOn(w.sandbox.connect, 'createTransfer').mockImplementation(async (request, key) => {
    keys.push(key)
    // The transfer is made, and its first response is lost.
    const made = await createTransfer(request, key)
    if (keys.length === 1) throw new Error(`timed out after ${made.transferId}`)
    return made
  })

  await expect(processes()).rejects.toThrow('timed out')
  const afterTimeout = await payouts()
  w.clock.advance(3 * 60_000)
  await retryTransfers(w.ports)

  const [paid] = await payouts()
  timesOut.mockRestore()
  expect(afterTimeout).toMatchObject([{ state: 'processing', amount: 8000 }])
  expect(keys).toEqual([`transfer:${paid?.id}`, `transfer:${paid?.id}`])
  expect(paid).toMatchObject({ state: 'paid', providerTransferId: expect.stringMatching(/^tr_/) })
  expect((await w.sandbox.onboarding.account(mara.id)).transfers).toMatchObject([{ amount: '80.00' }])
  expect(await w.probe.balance(`payouts_payable/${mara.id}`)).toBe(0)
})

test('transfer fails: `failed`, money back', async () => {
  const { w, mara, processes, payouts, restricts, ledgerHealth } = await connectedAccountFixture()
  await mara.sells('100.00')
  await restricts()

  const run = await processes()
  await w.runJobs()

  expect(run).toMatchObject({ paidCount: 1 })
  expect(await payouts()).toMatchObject([{ state: 'failed', amount: 8000, returnedAt: w.clock.now() }])
  expect(await mara.earnings()).toMatchObject({ availableBalance: 80, pendingPayouts: 0 })
  expect((await w.mailbox.list()).map(({ subject }) => subject)).toContain(
    'Your payout of $80.00 was returned',
  )
  expect((await w.probe.alerts()).map(({ kind }) => kind)).toEqual(['transfer-rejected'])
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('transfer is returned: `returned`, money back; a retry is a new payout', async () => {
  const { w, mara, processes, payouts, ledgerHealth } = await connectedAccountFixture()
  await mara.sells('100.00')
  await processes()
  const [first] = await payouts()
  await w.sandbox.connect.reverseTransfer(first?.providerTransferId ?? '', 'by hand')

  await w.deliverWebhooks()
  await w.deliverWebhooks()
  const back = await mara.earnings()
  const retried = await processes()

  expect(back).toMatchObject({ availableBalance: 80, pendingPayouts: 0 })
  expect(retried).toMatchObject({ paidCount: 1, amount: '80.00' })
  expect((await payouts()).map(({ state }) => state).toSorted()).toEqual(['paid', 'returned'])
  expect(await w.probe.balance('cash_clearing')).toBe(-10_000 + 8_000)
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('a manual payout: processing, paid with its reference, returned; a returned payout is final', async () => {
  const { w, admin, seller, processes, ledgerHealth } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')
  await processes()
  const [{ id } = { id: 0 }] = (await admin.call(listPayouts)).body.payouts
  const params = { id }

  const paid = await admin.call(markPayoutPaid, { params, body: { reference: 'PP-77' } })
  const repeated = await admin.call(markPayoutPaid, { params, body: { reference: 'PP-78' } })
  const cashAfterPayment = await w.probe.balance('cash_clearing')
  const returned = await admin.call(markPayoutReturned, { params, body: { notes: 'The account is closed.' } })
  const again = await admin.call(markPayoutReturned, { params, body: { notes: 'The account is closed.' } })
  await w.runJobs()

  expect(paid.body).toMatchObject({
    state: 'paid',
    reference: 'PP-77',
    canBePaid: false,
    canBeReturned: true,
  })
  expect([repeated.status, again.status]).toEqual([409, 409])
  expect(cashAfterPayment).toBe(-2_000)
  expect(returned.body).toMatchObject({ state: 'returned', canBePaid: false, canBeReturned: false })
  expect((await mara.call(getEarningsStats)).body).toMatchObject({ availableBalance: 80, pendingPayouts: 0 })
  expect(await mara.history()).toMatchObject([
    { state: 'returned', reference: 'PP-77', notes: 'The account is closed.', amount: '80.00' },
  ])
  // Emails of the same time have no order.
  expect(
    (await w.mailbox.list())
      .map(({ subject }) => subject)
      .filter((subject) => subject.includes('$80'))
      .toSorted(),
  ).toEqual(['$80.00 is on its way to you', 'Your payout of $80.00 was returned'])
  expect(await ledgerHealth()).toEqual(balancedLedger)
})
