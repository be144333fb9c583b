import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { refundAsAdmin } from '../../../../contract/admin-purchases.ts'
import { getStatementFile } from '../../../../contract/payouts.ts'
import { payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { textOfPdf } from '../../../../tests/support/pdf-text.ts'
import { checkouts, users } from '../../../db/schema/index.ts'

test('the PDF of a statement has the amount and its sum, the item, and each order when it was on the creator’s clock', async () => {
  const { w, admin, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await w.db.update(users).set({ timeZone: 'Europe/Rome', firstName: 'Mara' }).where(eq(users.id, mara.id))
  await mara.sells('100.00')
  const { purchaseId } = await mara.sells('50.00')
  await w.db.update(checkouts).set({ supporterName: 'Ana Ruiz' })
  await admin.call(refundAsAdmin, {
    params: { id: purchaseId ?? 0 },
    body: { amount: '50.00', refunded: '0.00', reason: 'Sold twice' },
  })
  await processes()
  const [payout] = await mara.history()

  const { bytes } = await mara.call(getStatementFile, {
    params: { id: payout?.id ?? 0 },
    query: { as: 'pdf' },
  })

  const text = await textOfPdf(bytes)
  expect(text).toMatch(
    /S-2026-000001 · Mar 1, 2026 .*To Mara \$80\.00 PayPal: m•••@example\.com\. ?Payout \d+/,
  )
  expect(text).toContain('2 sales 150.00 1 refund −50.00 Fee, 20% −20.00 Paid out 80.00')
  expect(text).toContain('All 2 150.00 −50.00 −20.00 80.00')
  expect(text).toMatch(
    /Mar 1, 1:00 PM .+ \d{15}, refunded 50\.00 0\.00 Mar 1, 1:00 PM .+ \d{15} 100\.00 80\.00/,
  )
  // A buyer may have their name erased; a statement never changes.
  expect(text).not.toContain('Ana Ruiz')
  expect(text).toContain('All amounts in US dollars Times in Rome Page 1 of 1')
})
