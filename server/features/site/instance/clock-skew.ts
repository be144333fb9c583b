import { hostname } from 'node:os'
import { sql } from 'drizzle-orm'
import type { Ports } from '../../../ports/index.ts'
import { raiseOrUpdateAlert, resolveAlerts } from '../../telling/alerts/service.ts'

const maxSkewMs = 60_000
/** Each machine has a clock of its own, so that a right one does not resolve the alert of a wrong one. */
const alert = { kind: 'clock-skew', target: `clock of ${hostname()}` } as const

/**
 * Whether the clocks of this process and of the database agree, to a minute. What the time decides about money or deletes
 * waits until they do: a clock that jumps ahead would end every deadline at once.
 */
export async function areClocksInStep(ports: Pick<Ports, 'db' | 'clock'>): Promise<boolean> {
  return Math.abs(await measureSkewMs(ports)) <= maxSkewMs
}

/** Raises and resolves the alert. */
export async function checkClock(ports: Ports): Promise<void> {
  const skewMs = await measureSkewMs(ports)
  await ports.db.transaction(async (tx) => {
    if (Math.abs(skewMs) <= maxSkewMs)
      return resolveAlerts(tx, ports, { kinds: [alert.kind], target: alert.target })
    const minutes = Math.round(Math.abs(skewMs) / 60_000)
    const message = `The clock of ${hostname()} is ${minutes} minutes ${skewMs > 0 ? 'ahead of' : 'behind'} the database’s. Refund deadlines, payouts and subscriptions wait until both are right.`
    return raiseOrUpdateAlert(tx, ports, { ...alert, message })
  })
}

/** How far this process is ahead of the database, in milliseconds; negative when it is behind. */
async function measureSkewMs({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<number> {
  if (!clock.differenceMs) return 0
  const { rows } = await db.execute<{ ms: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
  )
  return clock.differenceMs(new Date(Number(rows[0]?.ms)))
}
