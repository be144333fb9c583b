import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { limits } from '../../../contract/limits.ts'
import { formatDecimal, type MinorUnits } from '../../../contract/money.ts'
import type { previewPayouts } from '../../../contract/payout-runs.ts'
import { type Month, payoutCutoff } from '../../../domain/month.ts'
import { availableAmount, decidePayout } from '../../../domain/payout.ts'
import type { Db } from '../../db/database.ts'
import { users } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import type { UserRow } from '../accounts/repository.ts'
import { toPayee } from './create-payout.ts'
import { getFundsByCreator } from './funds-repository.ts'
import { presentPayee, presentSkippedPayee } from './present.ts'
import { payoutsDisabledReason } from './process-run.ts'

const maxListed = 100

/** A preview of whom a run for this month would pay, by the run's own rules. Writes nothing. */
export async function previewRun(
  ports: Ports,
  period: Month,
): Promise<z.input<typeof previewPayouts.response>> {
  const { db, clock, config } = ports
  const { currency } = config
  const before = payoutCutoff(period, { now: clock.now(), holdDays: config.payoutHoldDays })
  const decisions = (await listCreatorsWithFunds(db, before))
    .map(({ user, amount }) => ({
      who: { creatorId: user.id, name: user.firstName, email: user.email, amount },
      user,
      due: decidePayout(toPayee(ports, user), amount, limits.minPayoutAmount),
    }))
    .toSorted((a, b) => b.who.amount - a.who.amount || (a.who.creatorId < b.who.creatorId ? -1 : 1))

  const pays = decisions.flatMap(({ who, user, due: d }) =>
    'method' in d
      ? [{ who, via: d.method, to: d.method === 'transfer' ? user.providerAccountId : user.payoutEmail }]
      : [],
  )
  const skips = decisions.flatMap(({ who, due: d }) => ('skipped' in d ? [{ who, reason: d.skipped }] : []))
  return {
    currency,
    total: formatDecimal(
      pays.reduce((sum, { who }) => sum + who.amount, 0),
      currency,
    ),
    payableCount: pays.length,
    manualCount: pays.filter(({ via }) => via !== 'transfer').length,
    skippedCount: skips.length,
    payable: pays.slice(0, maxListed).map(({ who, via, to }) => ({
      ...presentPayee(who, currency),
      payoutMethod: via,
      payoutEmail: to ?? '',
    })),
    skipped: skips.slice(0, maxListed).map(({ who, reason }) => presentSkippedPayee(who, reason, currency)),
    disabledReason: payoutsDisabledReason(ports),
  }
}

/** Every creator with a balance, and what a payout could pay, in minor units. */
async function listCreatorsWithFunds(
  db: Db,
  before: Date,
): Promise<Array<{ user: UserRow; amount: MinorUnits }>> {
  const funds = [...(await getFundsByCreator(db, before))].filter(([, { balance }]) => balance !== 0)
  const amounts = new Map(funds.map(([id, one]) => [id, availableAmount(one)]))
  if (amounts.size === 0) return []
  const rows = await db
    .select()
    .from(users)
    .where(inArray(users.id, [...amounts.keys()]))
  return rows.map((user) => ({ user, amount: amounts.get(user.id) ?? 0 }))
}
