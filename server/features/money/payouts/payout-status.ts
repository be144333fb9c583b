import { type SQL, sql } from 'drizzle-orm'
import type { MonthQuery } from './funds.ts'

type StatusQuery = Pick<MonthQuery, 'hasTransfers' | 'minimum' | 'now' | 'payee'>

/**
 * What a run would do with a creator of `users u`. The rules are those of decidePayout (domain/payout.ts); a test
 * compares both.
 */
export function payoutStatusSql(query: StatusQuery, available: SQL): SQL {
  const transfers = acceptsTransfers(query)
  return sql`case
    when u.suspended_at is not null then 'suspended'
    when ${isCountryBlocked(query)} then 'country_blocked'
    when ${available} < ${query.minimum} then 'below_minimum'
    when not ${transfers} and ${isWaiting(query)} and ${previousMethod} is null then 'details_waiting'
    when not ${transfers} and (u.payout_method is null or u.payout_email is null) then 'payout_method_missing'
    when ${lacksDetails(query, available)} then 'payee_details_missing'
    when exists (select from payout_method_states s where s.creator_id = u.id
      and (s.confirm_reason = 'not_me' or (s.confirm_reason = 'returned' and not ${transfers})))
      then 'confirmation_needed'
    else 'ready'
  end`
}

/** Whether `users u` is paid by the provider's transfer. */
export function acceptsTransfers({ hasTransfers, now }: Pick<StatusQuery, 'hasTransfers' | 'now'>): SQL {
  return sql`(${hasTransfers}::boolean and u.provider_account_state = 'complete' and u.provider_account_id is not null
    and not exists (select from payout_method_states s
      where s.creator_id = u.id and s.transfers_from > ${now}::timestamptz))`
}

/** The method by which `users u` is paid without transfers, and its mask. */
export function usedMethodSql(query: Pick<StatusQuery, 'now'>): { method: SQL; mask: SQL } {
  return {
    method: sql`case when ${isWaiting(query)} then ${previousMethod} else u.payout_method end`,
    mask: sql`case when ${isWaiting(query)}
      then (select s.previous_mask from payout_method_states s where s.creator_id = u.id) else u.payout_mask end`,
  }
}

function isWaiting({ now }: Pick<StatusQuery, 'now'>): SQL {
  return sql`exists (select from payout_method_states s
    where s.creator_id = u.id and s.method_from > ${now}::timestamptz)`
}

const previousMethod = sql`(select s.previous_method from payout_method_states s where s.creator_id = u.id)`

const currentPayee = sql`payees y where y.creator_id = u.id and y.replaced_at is null`

function isCountryBlocked({ payee: { blockedCountries } }: Pick<StatusQuery, 'payee'>): SQL {
  if (blockedCountries.length === 0) return sql`false`
  const blocked = [...blockedCountries]
  return sql`(coalesce(u.country in ${blocked}, false) or coalesce(u.payout_country in ${blocked}, false)
    or exists (select from ${currentPayee} and y.country in ${blocked}))`
}

function lacksDetails(query: StatusQuery, available: SQL): SQL {
  const { rule, isForManualOnly, from, yearStart } = query.payee
  if (rule !== 'required') return sql`false`
  const isExempt = isForManualOnly ? acceptsTransfers(query) : sql`false`
  const reachesIt =
    from === 0
      ? sql`true`
      : sql`${available} + (select coalesce(sum(p.amount), 0) from payouts p where p.creator_id = u.id
          and p.state in ('processing', 'paid') and p.created_at >= ${yearStart}::timestamptz) >= ${from}`
  return sql`(not ${isExempt} and ${reachesIt} and not exists (select from ${currentPayee}))`
}
