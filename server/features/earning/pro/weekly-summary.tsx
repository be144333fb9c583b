import { and, eq, isNull, sql } from 'drizzle-orm'
import { formatDecimal } from '../../../../contract/money.ts'
import { site } from '../../../../contract/site.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { addDays, type Day, formatLongDate, utcDay } from '../../../../domain/dates.ts'
import { formatMoney } from '../../../../domain/price.ts'
import type { Db } from '../../../db/database.ts'
import { users } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { findUserById } from '../../people/accounts/repository.ts'
import {
  type EmailOf,
  type EmailRenderers,
  keptFor,
  sendEmail,
  transientDays,
} from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'
import { unsubscribeHeaders } from '../../telling/email/layout.tsx'
import { loadReportDays, loadTopItems } from '../analytics/report.ts'
import { summaryToken } from './unsubscribe.ts'

/** Enqueues the summary of the past week, once for each week and subscribed creator. */
export async function enqueueWeeklySummaries(ports: Ports): Promise<void> {
  const { db, clock } = ports
  const monday = startOfIsoWeek(clock.now())
  for (const { id, email } of await selectWeeklySummaryRecipients(db, monday)) {
    await db.transaction((tx) =>
      sendEmail(tx, ports, {
        kind: 'weekly_summary',
        dedupeKey: `week/${id}/${monday}`,
        to: email,
        data: { userId: id, day: monday },
        lane: 2,
      }),
    )
  }
}

export const weeklySummaryEmails = {
  weekly_summary: keptFor(transientDays, weeklySummaryEmail),
} satisfies Partial<EmailRenderers>

/** Views, sales and earnings of the seven days before a Monday. */
async function weeklySummaryEmail(
  ports: Ports,
  { data: { userId, day: monday } }: EmailOf<'weekly_summary'>,
): Promise<Email | undefined> {
  const user = await findUserById(ports.db, userId)
  if (!user || user.deletedAt) return undefined
  const range = { from: addDays(monday, -7), to: addDays(monday, -1) }
  const days = await loadReportDays(ports.db, { creatorId: userId }, range)
  const items = await loadTopItems(ports.db, userId, range)
  const sum = (figure: 'views' | 'sales' | 'netEarnings') =>
    days.reduce((total, day) => total + day[figure], 0)
  const { currency, publicUrl } = ports.config
  const unsubscribeUrl = `${publicUrl}/weekly-summary/${summaryToken(ports, userId)}`
  const bestSeller = items.find(({ sales }) => sales > 0)
  const money = (amount: number) =>
    amount < 0 ? `-${formatDecimal(-amount, currency)} ${currency}` : formatMoney(amount, currency)
  return {
    subject: `Your week: ${money(sum('netEarnings'))} earned`,
    headers: unsubscribeHeaders(unsubscribeUrl),
    title: 'Your week',
    preview: `${formatCount(sum('views'), 'view')}, ${formatCount(sum('sales'), 'sale')}.`,
    amount: {
      text: sum('netEarnings') < 0 ? money(sum('netEarnings')) : `+ ${money(sum('netEarnings'))}`,
      sentence: `Your week, ${formatDay(range.from)} to ${formatDay(range.to)}`,
    },
    lines: [],
    facts: [
      { label: 'Views', value: sum('views').toLocaleString(site().locale) },
      { label: 'Sales', value: sum('sales').toLocaleString(site().locale) },
      ...(bestSeller
        ? [
            {
              label: `Best seller: ${toSingleLine(bestSeller.title)}`,
              value: formatCount(bestSeller.sales, 'sale'),
            },
          ]
        : []),
    ],
    button: { label: 'Open analytics', url: `${publicUrl}/analytics?from=${range.from}&to=${range.to}` },
    footer: {
      reason: 'One email a week, which you turned on under Early access in Settings.',
      links: [{ label: 'Turn it off', url: unsubscribeUrl }],
    },
  }
}

function formatDay(day: Day): string {
  return formatLongDate(new Date(day), 'short')
}

function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString(site().locale)} ${noun}${count === 1 ? '' : 's'}`
}

/** The Monday of this week in UTC. */
function startOfIsoWeek(now: Date): string {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7
  return addDays(utcDay(now), -daysSinceMonday)
}

/** Pro creators who enabled the weekly summary and have no email for this week yet. */
async function selectWeeklySummaryRecipients(db: Db, monday: string) {
  return db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(
      and(
        // As planOf.
        site().isSolo ? undefined : eq(users.plan, 'pro'),
        isNull(users.deletedAt),
        isNull(users.suspendedAt),
        sql`${users.enabledBetaFeatures} @> '["weekly-mail"]'::jsonb`,
        sql`not exists (select 1 from deliveries where channel = 'email' and kind = 'weekly_summary' and dedupe_key = 'week/' || ${users.id} || '/' || ${monday}::text)`,
      ),
    )
}
