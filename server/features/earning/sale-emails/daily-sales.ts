import { and, asc, count, eq, gt, gte, isNull, lt, sql, sum } from 'drizzle-orm'
import { toShownName } from '../../../../contract/names.ts'
import { site } from '../../../../contract/site.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { addDays, type Day, dayIn, formatLongDate } from '../../../../domain/dates.ts'
import { formatMoney } from '../../../../domain/price.ts'
import { momentIn } from '../../../../domain/release.ts'
import type { Db } from '../../../db/database.ts'
import { checkouts, contentItems, purchases, users } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { findUserById } from '../../people/accounts/repository.ts'
import { type EmailOf, keptFor, sendEmail, transientDays } from '../../telling/deliveries/deliveries.ts'
import type { Email, EmailRow } from '../../telling/email/email.ts'
import { unsubscribeHeaders } from '../../telling/email/layout.tsx'
import { choiceUrl } from './sale-email.ts'

const maxListed = 20

/** Stores the email of the day that ended last for each creator who chose one a day, had sales, and has none of this day yet. */
export async function enqueueDailySales(ports: Ports): Promise<void> {
  const { db, clock } = ports
  for (const { userId, email, startsAt, endsAt } of await selectDue(db, clock.now())) {
    const from = new Date(Number(startsAt) * 1_000)
    const to = new Date(Number(endsAt) * 1_000)
    await db.transaction((tx) =>
      sendEmail(tx, ports, {
        kind: 'daily_sales',
        dedupeKey: `${userId}/${endsAt}`,
        to: email,
        data: { userId, from: from.toISOString(), to: to.toISOString() },
        lane: 2,
      }),
    )
  }
}

/** The times in seconds since 1970. */
type Due = { userId: string; email: string; startsAt: string; endsAt: string }

/** A creator's day ends at 8 in the morning by their clock, or by UTC before a browser has named their time zone. */
async function selectDue(db: Db, now: Date): Promise<Array<Due>> {
  const zones = await db
    .selectDistinct({ name: users.timeZone })
    .from(users)
    .where(and(eq(users.saleEmails, 'daily'), isNull(users.deletedAt)))
  const days = zones.map(({ name }) => ({ name, ...lastDayIn(name ?? 'UTC', now) }))
  if (days.length === 0) return []
  const { rows } = await db.execute<Due>(sql`
    select u.id as "userId", u.email, extract(epoch from d.starts_at)::bigint as "startsAt",
      extract(epoch from d.ends_at)::bigint as "endsAt"
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d(name text, starts_at timestamptz, ends_at timestamptz)
      join users u on u.time_zone is not distinct from d.name
    where u.sale_emails = 'daily' and u.deleted_at is null
      and exists (
        select from purchases where creator_id = u.id and amount > 0
          and paid_at >= d.starts_at and paid_at < d.ends_at
      )
      and not exists (
        select from deliveries where channel = 'email' and kind = 'daily_sales'
          and dedupe_key = u.id || '/' || extract(epoch from d.ends_at)::bigint
      )`)
  return rows
}

/** The last day that has ended in a time zone. It has 23 or 25 hours when the clocks change. */
function lastDayIn(timeZone: string, now: Date): { starts_at: Date | undefined; ends_at: Date | undefined } {
  const morningOf = (day: Day) => momentIn(`${day}T08:00`, timeZone)
  const today = dayIn(now, timeZone)
  const hasEnded = now.getTime() >= (morningOf(today)?.getTime() ?? 0)
  const lastDay = hasEnded ? today : addDays(today, -1)
  return { starts_at: morningOf(addDays(lastDay, -1)), ends_at: morningOf(lastDay) }
}

type Period = EmailOf<'daily_sales'>['data']

/** All sales of a day in one email. Undefined when all of them were refunded. */
export const dailySalesEmail = keptFor(
  transientDays,
  async (ports: Ports, { data }: EmailOf<'daily_sales'>): Promise<Email | undefined> => {
    const creator = await findUserById(ports.db, data.userId)
    if (!creator || creator.deletedAt) return undefined
    const total = await sumSales(ports.db, data)
    if (total.count === 0) return undefined
    const { currency, publicUrl } = ports.config
    const earned = formatMoney(total.earned, currency)
    const sales = total.count === 1 ? '1 sale' : `${formatCount(total.count)} sales`
    return {
      title: `+ ${earned}`,
      subject: `${sales}, ${earned} earned`,
      preview: `${sales} since yesterday. You earned ${earned}.`,
      headers: unsubscribeHeaders(choiceUrl(ports, creator)),
      amount: {
        text: `+ ${earned}`,
        sentence: `${sales} in the 24 hours until ${formatLongDate(new Date(data.to), 'short')}`,
      },
      lines: [],
      button: { label: 'See your sales', url: `${publicUrl}/sales` },
      rows: listRows(await selectSales(ports.db, data), total, currency),
      footer: {
        reason: 'One email a day about your sales.',
        links: [{ label: 'Each sale instead, or none', url: choiceUrl(ports, creator) }],
      },
    }
  },
)

type SoldItem = { name: string; title: string; netAmount: number }
type Total = { count: number; earned: number }

function listRows(sales: ReadonlyArray<SoldItem>, total: Total, currency: string): Array<EmailRow> {
  const listed = sales.reduce((sum, { netAmount }) => sum + netAmount, 0)
  const row = (label: string, amount: number) => ({ label, value: formatMoney(amount, currency) })
  const left = total.count - sales.length
  return [
    ...sales.map(({ name, title, netAmount }) =>
      row(`${toShownName(name) ?? 'Someone'}: ${toSingleLine(title)}`, netAmount),
    ),
    ...(left > 0 ? [row(`${formatCount(left)} more`, total.earned - listed)] : []),
    row('Yours', total.earned),
  ]
}

/** Sales that were not refunded in full. */
const isSoldIn = ({ userId, from, to }: Period) =>
  and(
    eq(purchases.creatorId, userId),
    gt(purchases.amount, purchases.refundedAmount),
    gte(purchases.paidAt, new Date(from)),
    lt(purchases.paidAt, new Date(to)),
  )

async function sumSales(db: Db, period: Period): Promise<Total> {
  const [row] = await db
    .select({ count: count(), earned: sum(purchases.netAmount).mapWith(Number) })
    .from(purchases)
    .where(isSoldIn(period))
  return { count: row?.count ?? 0, earned: row?.earned ?? 0 }
}

/** The first ones, in the order in which they were paid. */
function selectSales(db: Db, period: Period): Promise<Array<SoldItem>> {
  return db
    .select({ name: checkouts.supporterName, title: contentItems.title, netAmount: purchases.netAmount })
    .from(purchases)
    .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
    .innerJoin(contentItems, eq(contentItems.id, purchases.contentId))
    .where(isSoldIn(period))
    .orderBy(asc(purchases.paidAt), asc(purchases.id))
    .limit(maxListed)
}

function formatCount(count: number): string {
  return count.toLocaleString(site().locale)
}
