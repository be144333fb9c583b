import { addDays, utcDay } from '../../../domain/dates.ts'
import type { Ports } from '../../ports/index.ts'
import { notificationRecipients } from '../alerts/recipients.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import { countOpenAlerts } from './repository.ts'

/** The hour of the day in UTC from which the digest is sent. */
const digestHour = 7

/** Emails the open alerts once a day. The outbox takes each day's email to an address once, from any process. */
export async function enqueueAlertDigests(ports: Ports): Promise<void> {
  const { db, clock } = ports
  const day = utcDay(new Date(clock.now().getTime() - digestHour * 3_600_000))
  if (lastDayDone.get(ports) === day) return
  if ((await countOpenAlerts(db)) > 0)
    await db.transaction(async (tx) => {
      for (const recipient of notificationRecipients(ports))
        await enqueueEmail(tx, ports, {
          kind: 'alert_digest',
          dedupeKey: `${day}/${recipient}`,
          recipient,
          data: { day: addDays(day, 0) },
        })
    })
  lastDayDone.set(ports, day)
}

/** Spares the query for the rest of the day. Alerts that are raised later are emailed by themselves. */
const lastDayDone = new WeakMap<Ports, string>()
