import { expect, test } from 'vitest'
import { processPayouts } from '../../contract/admin.ts'
import { setPayoutMethod } from '../../contract/payouts.ts'
import { refreshSubscription } from '../../contract/subscriptions.ts'
import { closeMonthlyReports } from '../../server/features/admin/close-monthly-reports.ts'
import { settlePurchase } from '../../server/features/settlement/settle-purchase.ts'
import { upgradeToPro } from './test-app/subscription-client.ts'
import { createTestApp } from './test-app.ts'

/**
 * tests/roll-back.test.ts copies this file into the sources of the last release and runs it there, on a database in which
 * this version has sold and paid.
 */
test('the release sells, refunds, pays out, renews Pro and closes a month', async () => {
  const w = await createTestApp({ database: JSON.parse(process.env.DATABASE_OF_BOTH ?? '') })
  const admin = await w.creator('admin@example.com')
  const mara = await w.creator('mara@example.com')
  const jonas = await w.creator('jonas@example.com')
  const lena = await w.creator('lena@example.com')
  const body = { payoutMethod: 'wise', payoutEmail: 'jonas@example.com' }
  await jonas.call(setPayoutMethod, { body })

  for (const creator of [mara, jonas]) {
    const item = await creator.publishText({ pricingModel: 'pay_what_you_want', minimumPrice: '0.01' })
    await w.visitor().purchase(item.id, { customAmount: '60.00' })
    const { paymentIntentId } = await w.visitor().purchase(item.id, { customAmount: '20.00' })
    await w.sandbox.simulate.refund(paymentIntentId)
    await settlePurchase(w.ports, paymentIntentId)
  }
  await upgradeToPro(lena)
  await w.sandbox.simulate.advanceClock(31)
  expect((await lena.call(refreshSubscription)).body.invoices).toHaveLength(2)
  expect((await admin.call(processPayouts, { body: { month: 3, year: 2026 } })).status).toBe(200)
  await w.runPayoutJobs()
  await w.runPeriodicTasks()
  w.clock.advance(new Date('2026-04-01T02:00:00Z').getTime() - w.clock.now().getTime())

  expect(await closeMonthlyReports(w.ports)).toContain('2026-03')
})
