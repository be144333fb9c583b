import { expect, test } from 'vitest'
import { getStatementFile } from '../../../../contract/payouts.ts'
import { payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'

test('too many rendered statements are refused with 429, while cached ones and other creators’ are not', {
  tags: ['long'],
}, async () => {
  const { w, seller, processes, payouts } = await payoutFixture()
  const [mara, jonas] = [await seller('mara@example.com'), await seller('jonas@example.com')]
  for (const creator of [mara, jonas]) await creator.sells('100.00')
  await processes()
  w.clock.advance(31 * 24 * 3_600_000)
  await mara.sells('50.00')
  await processes({ month: 4, year: 2026 })
  const all = await payouts()
  const [first, second] = all.filter(({ creatorId }) => creatorId === mara.id)
  const other = all.find(({ creatorId }) => creatorId === jonas.id)
  const pdf = async (who: typeof mara, id = 0) =>
    (await who.call(getStatementFile, { params: { id }, query: { as: 'pdf' } })).status
  const before = await pdf(mara, first?.id)
  const limit = { key: `statement-pdf/${mara.id}`, max: 30, windowMs: 10 * 60_000 }
  for (let rendered = 1; rendered < limit.max; rendered++) await enforceRateLimits(w.ports, [limit])

  const cached = await pdf(mara, first?.id)
  const refused = await pdf(mara, second?.id)
  const ofOtherCreator = await pdf(jonas, other?.id)
  w.clock.advance(11 * 60_000)
  const later = await pdf(mara, second?.id)

  expect([before, cached, refused, ofOtherCreator, later]).toEqual([200, 200, 429, 200, 200])
})
