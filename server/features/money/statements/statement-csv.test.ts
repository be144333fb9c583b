import { expect, test } from 'vitest'
import { getStatementFile } from '../../../../contract/payouts.ts'
import { payoutFixture } from '../../../../tests/support/payout-fixture.ts'

test('a statement’s CSV names where it was sent as screens do, never what is stored', async () => {
  const { seller, processes, payouts } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await mara.sells('50.00')
  await processes()
  const [payout] = await payouts()

  const { bytes } = await mara.call(getStatementFile, {
    params: { id: payout?.id ?? 0 },
    query: { as: 'csv' },
  })

  const csv = bytes.toString('utf8')
  expect(csv).toContain('PayPal, m•••@example.com')
  expect(csv).not.toContain('mara@example.com')
  expect(csv).not.toContain(payout?.destination)
  expect(csv).not.toMatch(/\bv1\./)
})
