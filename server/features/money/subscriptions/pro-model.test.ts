/**
 * Payments of Pro under any mix of refunds and disputes, in currencies with two, no and three decimals.
 *
 * @module-tag long
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { addEuTaxRates } from '../../../../contract/tax.ts'
import { upgradeToPro } from '../../../../tests/support/test-app/subscription-client.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { documents, invoices } from '../../../db/schema/index.ts'
import { verifyLedger } from '../../../verify/run-checks.ts'
import { issueReceipts } from '../../buying/receipts/issue-receipts.ts'

const step = fc.oneof(
  fc.record({ do: fc.constant('refund' as const), share: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ do: fc.constant('fail' as const), share: fc.constant(0) }),
  fc.record({ do: fc.constantFrom('open' as const, 'win' as const, 'lose' as const), share: fc.constant(0) }),
  fc.record({ do: fc.constant('webhooks' as const), share: fc.constant(0) }),
)

test.each([
  { CURRENCY: 'EUR' },
  { CURRENCY: 'JPY' },
  { CURRENCY: 'KWD', SANDBOX_PRO_PRICE: '30.001' },
] as Array<Record<string, string>>)(
  'after any mix of refunds and disputes of Pro with %o, documents sum to the ledger',
  async (env) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        const w = await createTestApp({ env })
        const admin = await w.creator('admin@example.com')
        await admin.call(addEuTaxRates)
        await admin.call(updateInstanceSettings, { body: { taxEnabled: true, sellerCountry: 'DE' } })
        const mara = await w.creator()
        await upgradeToPro(mara, 'paid_germany')
        const payment = async () => (await w.sandbox.simulate.payments()).payments[0]
        const id = (await payment())?.id ?? ''
        for (const { do: what, share } of steps) {
          const { amount = 0, refunds = [] } = (await w.sandbox.getPayment(id)) ?? {}
          const decimals = { JPY: 0, KWD: 3 }[env.CURRENCY ?? ''] ?? 2
          const part = (Math.ceil((amount * share) / 100) / 10 ** decimals).toFixed(decimals)
          // What is not possible in this state is refused.
          if (what === 'refund') await w.sandbox.simulate.refund(id, part).catch(() => undefined)
          if (what === 'fail')
            await w.sandbox.simulate.failRefund(refunds.at(-1)?.refundId ?? '').catch(() => undefined)
          if (what === 'open' || what === 'win' || what === 'lose')
            await w.sandbox.simulate.dispute(id, what).catch(() => undefined)
          if (what === 'webhooks') await w.deliverWebhooks()
        }
        await w.deliverWebhooks()
        await issueReceipts(w.ports)

        const rows = await w.db.select().from(documents)
        const [invoice] = await w.db.select().from(invoices)
        const sum = rows.reduce((total, { amount }) => total + amount, 0)
        expect(await w.probe.sum()).toBe(0)
        expect(sum).toBe((invoice?.amount ?? 0) - (invoice?.returnedAmount ?? 0))
        expect(await w.probe.balance('cash_clearing')).toBe(0 - sum)
        const client = await w.ports.pool.connect()
        expect(await verifyLedger(client).finally(() => client.release())).toEqual([])
      }),
      { numRuns: 4 },
    )
  },
)
