import { min, sql } from 'drizzle-orm'
import { formatMonth, nextMonth, parseMonth } from '../../../domain/month.ts'
import type { Db } from '../../db/database.ts'
import { creatorMonthlySalesRollups, cumulativeSalesProgress } from '../../db/schema/index.ts'

/** Whether creator_cumulative_sales has the month, like `2026-03`, and all before it. */
export async function hasCumulativeSales(db: Db, month: string): Promise<boolean> {
  const last = await findLastMonth(db)
  return last !== undefined && month <= last
}

/**
 * Adds the months that are missing in creator_cumulative_sales, up to `last`, like `2026-03`. No sale of them may follow; a refund
 * may. One transaction a month. Safe in concurrent processes.
 */
export async function extendCumulativeSales(db: Db, last: string): Promise<void> {
  let isExtended = !(await hasCumulativeSales(db, last))
  while (isExtended)
    isExtended = await db.transaction(async (tx) => {
      // Refunds take a weaker lock in update_creator_monthly_sales_rollups(), so none of them is missed.
      await tx.execute(sql`lock table creator_cumulative_sales in share row exclusive mode`)
      const month = await findMissingMonth(tx)
      if (month === undefined || month > last) return false
      await insertMonth(tx, month)
      return true
    })
}

async function findLastMonth(db: Db): Promise<string | undefined> {
  const [progress] = await db.select().from(cumulativeSalesProgress)
  return progress?.month
}

async function findMissingMonth(db: Db): Promise<string | undefined> {
  const lastMonth = await findLastMonth(db)
  if (lastMonth !== undefined) return formatMonth(nextMonth(parseMonth(lastMonth)))
  const [sales] = await db
    .select({ first: min(creatorMonthlySalesRollups.month) })
    .from(creatorMonthlySalesRollups)
  return sales?.first ?? undefined
}

async function insertMonth(db: Db, month: string): Promise<void> {
  // Creators without sales in the month keep the amount of the one before.
  await db.execute(sql`
    update creator_cumulative_sales c
    set cumulative_net_amounts = cumulative_net_amounts || coalesce(
      (select s.cumulative_net_amount from creator_monthly_sales_rollups s where s.creator_id = c.creator_id and s.month = ${month}),
      cumulative_net_amounts[cardinality(cumulative_net_amounts)]
    )`)
  await db.execute(sql`
    insert into creator_cumulative_sales (creator_id, first_month_number, cumulative_net_amounts)
    select creator_id, month_number(month), array[cumulative_net_amount] from creator_monthly_sales_rollups where month = ${month}
    on conflict (creator_id) do nothing`)
  await db
    .insert(cumulativeSalesProgress)
    .values({ id: 1, month })
    .onConflictDoUpdate({ target: cumulativeSalesProgress.id, set: { month } })
}
