import { decimal } from '../../../contract/money.ts'
import { dayAfter, dayOf } from '../../../domain/days.ts'
import { spoken } from '../../../domain/price.ts'
import type { Ports } from '../../ports/index.ts'
import { mailPage, oneLine } from '../../ports/mail-page.ts'
import type { Mail } from '../../ports/mailer.ts'
import { userById } from '../accounts/repository.ts'
import { analyticsOf } from '../analytics/service.ts'
import { type MailRow, queueMail } from '../mail/outbox.ts'
import { whoWaitsForWeek } from './repository.ts'

/** Puts the mail about the week that is over into the outbox, once for each week and creator who wants it. */
export async function queueWeeklyMails(ports: Ports): Promise<void> {
  const { db, clock } = ports
  const monday = mondayOf(clock.now())
  for (const { id, email } of await whoWaitsForWeek(db, monday)) {
    await db.transaction((tx) =>
      queueMail(tx, ports, {
        kind: 'weekly',
        subject: `week/${id}/${monday}`,
        recipient: email,
        data: { userId: id, day: monday },
      }),
    )
  }
}

/** Views, sales and earnings of the seven days before the Monday in the row; undefined for what is no such mail. */
export async function weeklyMail(ports: Ports, mail: MailRow): Promise<Mail | undefined> {
  const { userId, day: monday } = mail.data
  if (mail.kind !== 'weekly' || !userId || !monday) return undefined
  const user = await userById(ports.db, userId)
  if (!user || user.deletedAt) return undefined
  const span = { from: dayAfter(monday, -7), to: dayAfter(monday, -1) }
  const { days, items } = await analyticsOf(ports, userId, span)
  const sum = (of: 'views' | 'sales' | 'earned') => days.reduce((total, day) => total + day[of], 0)
  const { currency, publicUrl } = ports.config
  const best = items.find(({ sales }) => sales > 0)
  const money = (cents: number) =>
    cents < 0 ? `-${decimal(-cents, currency)} ${currency}` : spoken(cents, currency)
  return {
    to: mail.recipient,
    subject: `Your week: ${money(sum('earned'))} earned`,
    ...mailPage({
      title: 'Your week',
      lines: [
        `${span.from} to ${span.to}`,
        `${sum('views')} views, ${sum('sales')} sales, ${money(sum('earned'))} earned.`,
        ...(best ? [`Sold best: ${oneLine(best.title)}, ${best.sales} times.`] : []),
      ],
      button: { label: 'Open the analytics', url: `${publicUrl}/analytics?from=${span.from}&to=${span.to}` },
      after: ['You switched this mail on under Early access; there it can be switched off.'],
    }),
  }
}

/** The UTC Monday of this week. */
function mondayOf(now: Date): string {
  const sinceMonday = (now.getUTCDay() + 6) % 7
  return dayAfter(dayOf(now), -sinceMonday)
}
