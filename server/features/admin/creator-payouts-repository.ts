import { type SQL, sql } from 'drizzle-orm'
import type { PayoutStage, PayoutStatus } from '../../../contract/admin-monthly-payouts.ts'
import type { MinorUnits } from '../../../contract/money.ts'
import type {
  AccountRestriction,
  ConnectedAccountState,
  PayoutMethod,
  PayoutState,
} from '../../../contract/payouts.ts'
import type { Db } from '../../db/database.ts'
import { containsPattern } from '../../db/like-pattern.ts'
import type { LimitOffset } from '../../http/pagination.ts'
import {
  appearsInMonth,
  creatorFundsCte,
  type MonthQuery,
  payoutStatusSql,
} from '../payouts/creator-funds-query.ts'

export type CreatorRow = {
  id: string
  firstName: string | null
  lastName: string | null
  email: string
  payoutMethod: PayoutMethod | null
  payoutEmail: string | null
  payoutMask: string | null
  providerAccountState: ConnectedAccountState | null
  providerAccountId: string | null
  accountRestriction: AccountRestriction | null
  suspendedAt: Date | null
  payoutReminderSentAt: Date | null
  status: PayoutStatus
  payoutId: number | null
  payoutAmount: MinorUnits
  payoutState: PayoutState | null
  payoutRowMethod: string | null
  payoutPaidAt: Date | null
  earned: MinorUnits
  available: MinorUnits
  contentCount: number
}

/** The creators of a month by payable amount, and their number. */
export async function selectCreatorPayouts(
  db: Db,
  query: MonthQuery,
  { q, stage, limit, offset }: LimitOffset & { q: string; stage?: PayoutStage | undefined },
): Promise<{ rows: Array<CreatorRow>; total: number }> {
  const part = containsPattern(q)
  const searchFilter = q
    ? sql`and exists (select from users f where f.id = creators.creator_id and (f.email ilike ${part}
        or concat_ws(' ', f.first_name, f.last_name) ilike ${part}))`
    : sql``
  const { rows } = await db.execute<Omit<CreatorRow, 'earned' | 'available'> & Record<string, unknown>>(sql`
    ${creatorFundsCte(query)}, page as (
      select creators.creator_id, creators.available, count(*) over () as total
      from creators where ${appearsInMonth(query)} ${searchFilter} ${stageFilter(query, stage)}
      order by creators.available desc, creators.creator_id collate "C" limit ${limit} offset ${offset}
    )
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email,
      u.payout_method as "payoutMethod", u.payout_email as "payoutEmail", u.payout_mask as "payoutMask", u.provider_account_state as "providerAccountState",
      u.provider_account_id as "providerAccountId", u.provider_account_restriction as "accountRestriction", u.suspended_at as "suspendedAt", u.payout_reminder_sent_at as "payoutReminderSentAt",
      ${payoutStatusSql(query, sql`page.available`)} as status, payout.id as "payoutId", payout.amount as "payoutAmount", payout.state as "payoutState",
      payout.method as "payoutRowMethod", payout.paid_at as "payoutPaidAt",
      coalesce(m.net_amount, 0) as earned, page.available, page.total,
      (select count(*)::int from content_items c where c.creator_id = u.id and c.deleted_at is null) as "contentCount"
    from page join users u on u.id = page.creator_id
    left join creator_monthly_rollups m
      on m.creator_id = u.id and m.month = ${query.month} and m.currency = ${query.currency}
    left join lateral (
      select * from payouts p
      where p.creator_id = u.id and p.month = ${query.month} and p.state in ('processing', 'paid')
      order by p.created_at desc, p.id desc limit 1
    ) payout on true
    order by page.available desc, u.id collate "C"`)
  return {
    rows: rows.map((row) => ({
      ...row,
      earned: Number(row.earned),
      available: Number(row.available),
      payoutAmount: Number(row.payoutAmount ?? 0),
      payoutReminderSentAt: toDate(row.payoutReminderSentAt),
      payoutPaidAt: toDate(row.payoutPaidAt),
    })),
    total: Number(rows[0]?.total ?? 0),
  }
}

const payoutConditions = {
  paid: sql`p.state = 'paid'`,
  in_transit: sql`p.state = 'processing' and p.method = 'transfer'`,
  to_pay_manually: sql`p.state = 'processing' and p.method <> 'transfer'`,
}

/** Only the creators of one stage. */
function stageFilter(query: MonthQuery, stage: PayoutStage | undefined): SQL {
  if (stage === undefined) return sql``
  if (stage === 'paid' || stage === 'in_transit' || stage === 'to_pay_manually')
    return sql`and exists (select from payouts p
      where p.creator_id = creators.creator_id and p.month = ${query.month} and ${payoutConditions[stage]})`
  return sql`and exists (select from users u
    where u.id = creators.creator_id and ${payoutStatusSql(query, sql`creators.available`)} = ${stage})`
}

/** A raw query returns times as text. */
function toDate(value: Date | string | null): Date | null {
  return value === null ? null : new Date(value)
}
