import { sql } from 'drizzle-orm'
import type { Route } from '../../../../contract/route.ts'
import { goneInSoloMode, goneInSoloModeMessage } from '../../../../contract/solo-mode.ts'
import { AppError } from '../../../../domain/errors.ts'
import { formatMoney } from '../../../../domain/price.ts'
import { type Stranded, soloModeProblem } from '../../../../domain/solo-mode.ts'
import type { Db } from '../../../db/database.ts'
import { contentItems, ledgerRollups, payouts, subscriptions, users } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'

/** Throws AppError `conflict` when someone's money would be left behind, or someone would go on paying for Pro. */
export async function requireSolo(db: Db, { config }: Pick<Ports, 'config'>): Promise<void> {
  const message = soloModeProblem(await selectStranded(db, config.currency))
  if (message) throw new AppError('conflict', message)
}

/** Throws Error with a message for the operator when SOLO_MODE is set too early. */
export async function requireSoloAtStart({ db, config }: Pick<Ports, 'db' | 'config'>): Promise<void> {
  if (config.settings.soloMode !== true) return
  const message = soloModeProblem(await selectStranded(db, config.currency))
  if (message) throw new Error(`SOLO_MODE is true, but: ${message} Until then, start without SOLO_MODE.`)
}

/** Refuses the calls that have no purpose in solo mode. Throws AppError `not_found`. */
export function refuseInSoloMode({ settings }: Pick<Ports, 'settings'>): (route: Route) => void {
  return (route) => {
    if (settings.current().soloMode && goneInSoloMode.has(route))
      throw new AppError('not_found', goneInSoloModeMessage)
  }
}

/** Everyone who has something that solo mode would leave without a screen. */
async function selectStranded(db: Db, currency: string): Promise<Array<Stranded>> {
  const { rows } = await db.execute<{
    name: string
    isOwner: boolean
    publishedCount: number
    balance: string
    hasOpenPayout: boolean
    hasSubscription: boolean
  }>(sql`
    select u.email as name, u.is_owner as "isOwner",
      (select count(*)::int from ${contentItems} c
        where c.creator_id = u.id and c.status = 'published' and c.deleted_at is null) as "publishedCount",
      (select coalesce(sum(l.amount), 0)::text from ${ledgerRollups} l
        where l.account = 'creator_balance/' || u.id) as balance,
      exists (select from ${payouts} p where p.creator_id = u.id and p.state = 'processing') as "hasOpenPayout",
      exists (select from ${subscriptions} s where s.user_id = u.id and s.state in ('active', 'past_due')
        and not (s.cancel_at_period_end and u.is_owner)) as "hasSubscription"
    from ${users} u
    order by u.is_owner desc, u.id`)
  // What a creator owes is no money of theirs.
  return rows.map(({ balance, ...row }) => ({
    ...row,
    balance: Number(balance) > 0 ? formatMoney(Number(balance), currency) : null,
  }))
}
