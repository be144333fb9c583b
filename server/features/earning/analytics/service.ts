import { type Currency, formatDecimal } from '../../../../contract/money.ts'
import { type AmountBucket, bucketAmounts } from '../../../../domain/chart-buckets.ts'
import { addDays, utcDay, utcDaysInRange } from '../../../../domain/dates.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { bundleSharesOfItem } from '../../selling/content/bundle-shares.ts'
import { contentNotFoundError } from '../../selling/content/guards.ts'
import { countCheckouts, countPaidAmounts, findContentDays, findContentTotals } from './repository.ts'

const historyDays = 30

/** The funnel of one item. Another creator's item is reported as missing. */
export async function getContentStats(ports: Ports, viewer: Viewer, id: number) {
  const { db, clock } = ports
  const row = await findContentTotals(db, { id, creatorId: viewer.id })
  if (!row) throw contentNotFoundError()
  const { pricingModel, ...totals } = row
  const to = utcDay(clock.now())
  const range = { from: addDays(to, 1 - historyDays), to }
  const checkouts = await countCheckouts(db, id)
  const dailyStats = new Map((await findContentDays(db, id, range)).map((day) => [day.day, day]))
  return {
    ...totals,
    id,
    checkouts,
    netEarnings: Number(formatDecimal(totals.netEarnings, totals.currency)),
    days: utcDaysInRange(range.from, range.to).map((day) => {
      const { views, sales, netAmount } = dailyStats.get(day) ?? { views: 0, sales: 0, netAmount: 0 }
      return { day, views, sales, earned: Number(formatDecimal(netAmount, totals.currency)) }
    }),
    bundleShares: await bundleSharesOfItem(ports, { creatorId: viewer.id, contentId: id }),
    paidAmounts:
      pricingModel === 'pay_what_you_want'
        ? bucketAmounts(await countPaidAmounts(db, id)).map((bucket) =>
            presentBucket(bucket, totals.currency),
          )
        : null,
  }
}

function presentBucket({ from, to, sales }: AmountBucket, currency: Currency) {
  return {
    from: formatDecimal(from, currency),
    to: to === undefined ? null : formatDecimal(to, currency),
    sales,
  }
}
