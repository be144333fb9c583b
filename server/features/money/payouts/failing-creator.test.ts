import { expect, test } from 'vitest'
import { processPayouts } from '../../../../contract/admin-payouts.ts'
import { failWritesWhere } from '../../../../tests/support/failing-rows.ts'
import { march, payoutFixture } from '../../../../tests/support/payout-fixture.ts'

/** Three creators with 80 dollars each, of whom the one with the first id can't be paid. */
async function failingCreatorFixture() {
  const fixture = await payoutFixture()
  const { w, seller } = fixture
  const sellers = []
  for (const email of ['one@example.com', 'two@example.com', 'three@example.com']) {
    const creator = await seller(email)
    await creator.sells('100.00')
    sellers.push(creator.id)
  }
  const [failing = '', ...others] = sellers.toSorted()
  const endFailure = await failWritesWhere(w, { table: 'payouts', column: 'creator_id', value: failing })
  const paid = async () => (await fixture.payouts()).map(({ creatorId }) => creatorId).toSorted()
  return { ...fixture, failing, others, endFailure, paid }
}

test('a creator whose payout fails holds up no other, and is paid once it works', async () => {
  const { w, processes, failing, others, endFailure, paid } = await failingCreatorFixture()

  const run = await processes()
  const paidAtFirst = await paid()
  await endFailure()
  w.clock.advance(6 * 60_000)
  await w.runPeriodicTasks()
  await w.runPayoutJobs()

  expect(run).toMatchObject({ state: 'running', paidCount: 2 })
  expect(paidAtFirst).toEqual(others)
  expect(await paid()).toEqual([failing, ...others])
})

test('the operator is alerted when it fails for minutes, until it works', async () => {
  const { w, admin, processes, endFailure } = await failingCreatorFixture()
  const round = async () => {
    w.clock.advance(6 * 60_000)
    await w.runPeriodicTasks()
    await w.runPayoutJobs()
    return w.probe.openAlerts()
  }

  await processes()
  const alertsAtFirst = await w.probe.openAlerts()
  const alertsLater = await round()
  await endFailure()
  const alertsAtLast = await round()

  expect([alertsAtFirst, alertsLater, alertsAtLast]).toEqual([[], ['payout-failing'], []])
  expect((await admin.call(processPayouts, { body: march })).body).toMatchObject({
    state: 'running',
    total: 0,
  })
})
