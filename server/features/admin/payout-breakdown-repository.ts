import { sql } from 'drizzle-orm'
import type { PayoutStage } from '../../../contract/admin-monthly-payouts.ts'
import type { MinorUnits } from '../../../contract/money.ts'
import type { Db } from '../../db/database.ts'
import {
  appearsInMonth,
  creatorFundsCte,
  type MonthQuery,
  payoutStatusSql,
} from '../payouts/creator-funds-query.ts'

type StageSum = { stage: PayoutStage; creators: number; amount: MinorUnits }

/** What a run would do with the available balances of a month. */
export async function sumByPayoutStatus(db: Db, query: MonthQuery): Promise<Array<StageSum>> {
  const { rows } = await db.execute<{ stage: PayoutStage; creators: string; amount: string }>(sql`
    ${creatorFundsCte(query)}
    select ${payoutStatusSql(query, sql`creators.available`)} as stage, count(*) as creators, sum(creators.available) as amount
    from creators join users u on u.id = creators.creator_id where ${appearsInMonth(query)}
    group by 1`)
  return rows.map(toStageSum)
}

/** The payouts for a month that were not returned. */
export async function sumPayouts(db: Db, month: string): Promise<Array<StageSum>> {
  const { rows } = await db.execute<{ stage: PayoutStage; creators: string; amount: string }>(sql`
    select case when state = 'paid' then 'paid' when method = 'transfer' then 'in_transit' else 'to_pay_manually' end as stage,
      count(distinct creator_id) as creators, sum(amount) as amount
    from payouts where month = ${month} and state in ('processing', 'paid')
    group by 1`)
  return rows.map(toStageSum)
}

/** The number of creators in a month's table, and the sum payable to those with at least the minimum payout. */
export async function sumPayable(db: Db, query: MonthQuery) {
  const { rows } = await db.execute<{ creators: string; readyAmount: string }>(sql`
    ${creatorFundsCte(query)}
    select count(*) as creators, coalesce(sum(available) filter (where available >= ${query.minimum}), 0) as "readyAmount"
    from creators where ${appearsInMonth(query)}`)
  return { creators: Number(rows[0]?.creators ?? 0), readyAmount: Number(rows[0]?.readyAmount ?? 0) }
}

function toStageSum({
  stage,
  creators,
  amount,
}: {
  stage: PayoutStage
  creators: string
  amount: string
}): StageSum {
  return { stage, creators: Number(creators), amount: Number(amount) }
}
