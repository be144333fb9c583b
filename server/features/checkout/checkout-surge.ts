import { count as countRows, gt, sql } from 'drizzle-orm'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../db/database.ts'
import { checkouts } from '../../db/schema/index.ts'
import { incrementCounter } from '../../http/rate-limit.ts'
import type { Ports } from '../../ports/index.ts'
import { raiseAlert } from '../alerts/service.ts'

const hourMs = 3_600_000

/**
 * Alerts the operator about items with far more checkouts than usual: a large launch or an attack. No buyer is
 * refused. At most one alert per hour and item, even when it is resolved.
 */
export async function checkCheckoutSurges(ports: Ports): Promise<void> {
  const now = ports.clock.now()
  for (const { contentId, started, paid } of await selectSurges(ports.db, now)) {
    await ports.db.transaction(async (tx) => {
      if ((await incrementCounter(tx, { key: `checkout-surge/${contentId}`, windowMs: hourMs }, now)) > 1)
        return
      const minutes = limits.surgeWindowMs / 60_000
      await raiseAlert(tx, ports, {
        kind: 'checkout-surge',
        target: `content/${contentId}`,
        message: `${started} checkouts were started in ${minutes} minutes, ${paid} of them paid. No one was turned away. Very few paid checkouts can mean an attack.`,
      })
    })
  }
}

function selectSurges(db: Db, now: Date) {
  const started = countRows()
  return db
    .select({
      contentId: checkouts.contentId,
      started,
      paid: sql<number>`(count(*) filter (where ${checkouts.state} = 'paid'))::int`,
    })
    .from(checkouts)
    .where(gt(checkouts.createdAt, new Date(now.getTime() - limits.surgeWindowMs)))
    .groupBy(checkouts.contentId)
    .having(gt(started, limits.maxCheckoutsPerSurgeWindow))
}
