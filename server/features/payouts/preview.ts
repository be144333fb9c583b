import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { limits } from '../../../contract/limits.ts'
import { type Cents, decimal } from '../../../contract/money.ts'
import type { previewPayouts } from '../../../contract/payout-runs.ts'
import { available, due } from '../../../domain/payout.ts'
import { cutoff, type Period } from '../../../domain/report.ts'
import type { Db } from '../../db/database.ts'
import { users } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import type { UserRow } from '../accounts/repository.ts'
import { fundsBy } from './funds.ts'
import { payeeOf } from './pay.ts'
import { presentPayee, presentSkip } from './present.ts'
import { whyClosed } from './runs.ts'

const mostListed = 100

/** Who a run for this month would pay now, by the very rules it will decide by. Nothing is written. */
export async function preview(ports: Ports, period: Period): Promise<z.input<typeof previewPayouts.reply>> {
  const { db, clock, config } = ports
  const { currency } = config
  const before = cutoff(period, { now: clock.now(), holdDays: config.payoutHoldDays })
  const decided = (await everybody(db, before))
    .map(({ user, amount }) => ({
      who: { creatorId: user.id, name: user.firstName, email: user.email, amount },
      user,
      due: due(payeeOf(ports, user), amount, limits.minimumPayout),
    }))
    .toSorted((a, b) => b.who.amount - a.who.amount || (a.who.creatorId < b.who.creatorId ? -1 : 1))

  const pays = decided.flatMap(({ who, user, due: d }) =>
    'via' in d
      ? [{ who, via: d.via, to: d.via === 'transfer' ? user.connectAccountId : user.payoutEmail }]
      : [],
  )
  const skips = decided.flatMap(({ who, due: d }) => ('skipped' in d ? [{ who, reason: d.skipped }] : []))
  return {
    currency,
    total: decimal(
      pays.reduce((sum, { who }) => sum + who.amount, 0),
      currency,
    ),
    paying: pays.length,
    skipping: skips.length,
    pays: pays.slice(0, mostListed).map(({ who, via, to }) => ({
      ...presentPayee(who, currency),
      payoutMethod: via,
      payoutEmail: to ?? '',
    })),
    skips: skips.slice(0, mostListed).map(({ who, reason }) => presentSkip(who, reason, currency)),
    closed: whyClosed(ports),
  }
}

/** Everybody whose account is not empty, with what a payout could pay. Cents. */
async function everybody(db: Db, before: Date): Promise<Array<{ user: UserRow; amount: Cents }>> {
  const funds = [...(await fundsBy(db, before))].filter(([, { balance }]) => balance !== 0)
  const amounts = new Map(funds.map(([id, one]) => [id, available(one)]))
  if (amounts.size === 0) return []
  const rows = await db
    .select()
    .from(users)
    .where(inArray(users.id, [...amounts.keys()]))
  return rows.map((user) => ({ user, amount: amounts.get(user.id) ?? 0 }))
}
