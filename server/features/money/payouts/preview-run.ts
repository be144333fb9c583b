import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal, type MinorUnits } from '../../../../contract/money.ts'
import type { previewPayouts } from '../../../../contract/payout-runs.ts'
import type { payoutMethods, SkipReason } from '../../../../contract/payouts.ts'
import type { Month } from '../../../../domain/dates.ts'
import type { Db } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { creatorFundsCte, type MonthQuery, toMonthQuery } from './funds.ts'
import { acceptsTransfers, payoutStatusSql, usedMethodSql } from './payout-status.ts'
import { presentPayee, presentSkippedPayee } from './present.ts'
import { canRemind } from './remind-payout-method.ts'
import { payoutsDisabledReason } from './runs.ts'

const maxListed = limits.maxListed.payoutPreview

/** A preview of whom a run for this month would pay, by the run's own rules. Writes nothing. */
export async function previewRun(
  ports: Ports,
  period: Month,
): Promise<z.input<typeof previewPayouts.response>> {
  const { currency } = ports.config
  const { payable, skipped } = await selectPayoutDecisions(ports.db, toMonthQuery(ports, period), maxListed)
  return {
    currency,
    total: formatDecimal(payable.amount, currency),
    payableCount: payable.count,
    manualCount: payable.manualCount,
    transferTotal: formatDecimal(payable.transferAmount, currency),
    skippedCount: skipped.count,
    payable: payable.rows.flatMap((row) =>
      row.method
        ? [{ ...presentPayee(row, currency), payoutMethod: row.method, payoutEmail: row.destination ?? '' }]
        : [],
    ),
    skipped: skipped.rows.flatMap((row) =>
      row.status === 'ready'
        ? []
        : [{ ...presentSkippedPayee(ports, row, row.status), ...reminderOf(ports, row) }],
    ),
    disabledReason: payoutsDisabledReason(ports),
  }
}

function reminderOf(ports: Ports, { status, reminderSentAt }: DecisionRow) {
  return {
    canRemind: status !== 'ready' && canRemind(ports, { payoutReminderSentAt: reminderSentAt, status }),
    reminderSentAt: reminderSentAt?.toISOString() ?? null,
  }
}

type DecisionRow = {
  creatorId: string
  name: string | null
  email: string
  amount: MinorUnits
  status: 'ready' | SkipReason
  method: (typeof payoutMethods)[number] | null
  destination: string | null
  reminderSentAt: Date | null
}
/** The first rows, with the counts and the sum in minor units of all rows. */
type Decisions = {
  rows: Array<DecisionRow>
  count: number
  manualCount: number
  amount: MinorUnits
  transferAmount: MinorUnits
}

/** What a run would do with every creator who has a balance: the first `limit` to pay and to skip, by amount. */
async function selectPayoutDecisions(
  db: Db,
  query: MonthQuery,
  limit: number,
): Promise<{ payable: Decisions; skipped: Decisions }> {
  type Row = Omit<DecisionRow, 'reminderSentAt'> & {
    reminderSentAt: string | Date | null
    isPayable: boolean
    count: number
    manualCount: number
    sum: string
    transferSum: string | null
  }
  const used = usedMethodSql(query)
  const { rows } = await db.execute<Row>(sql`
    ${creatorFundsCte(query)}, decisions as (
      select u.id as "creatorId", u.first_name as name, u.email, creators.available as amount,
        ${payoutStatusSql(query, sql`creators.available`)} as status,
        case when ${acceptsTransfers(query)} then 'transfer' else ${used.method} end as method,
        case when ${acceptsTransfers(query)} then u.provider_account_id else ${used.mask} end as destination,
        u.payout_reminder_sent_at as "reminderSentAt"
      from creators join users u on u.id = creators.creator_id where creators.balance <> 0
    ), ranked as (
      select *, status = 'ready' as "isPayable",
        row_number() over (partition by status = 'ready' order by amount desc, "creatorId" collate "C") as position,
        (count(*) over decision)::int as count,
        (count(*) filter (where method <> 'transfer') over decision)::int as "manualCount",
        sum(amount) over decision as sum,
        sum(amount) filter (where method = 'transfer') over decision as "transferSum"
      from decisions window decision as (partition by status = 'ready')
    )
    select * from ranked where position <= ${limit} order by position`)
  const summarize = (isPayable: boolean): Decisions => {
    const group = rows.filter((row) => row.isPayable === isPayable)
    const [first] = group
    return {
      rows: group.map((row) => ({
        ...row,
        amount: Number(row.amount),
        reminderSentAt: row.reminderSentAt === null ? null : new Date(row.reminderSentAt),
      })),
      count: first?.count ?? 0,
      manualCount: first?.manualCount ?? 0,
      amount: Number(first?.sum ?? 0),
      transferAmount: Number(first?.transferSum ?? 0),
    }
  }
  return { payable: summarize(true), skipped: summarize(false) }
}
