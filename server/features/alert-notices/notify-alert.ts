import type { Ports } from '../../ports/index.ts'
import { notificationRecipients } from '../alerts/recipients.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import { findAlert, hasEarlierAlertSince } from './repository.ts'

/** Further alerts of a kind within this time are only in the digest, so that a failing part does not flood the inbox. */
const emailIntervalMs = 3_600_000

/**
 * Emails a new alert. The job exists once for each time an alert is raised, and running it again enqueues no other
 * email.
 */
export async function notifyAlert(
  ports: Ports,
  { alertId, raisedAt }: { alertId: string; raisedAt: string },
): Promise<void> {
  const alert = await findAlert(ports.db, Number(alertId))
  if (!alert || alert.createdAt.toISOString() !== raisedAt) return
  const since = new Date(alert.createdAt.getTime() - emailIntervalMs)
  if (await hasEarlierAlertSince(ports.db, { ...alert, since })) return
  await ports.db.transaction(async (tx) => {
    for (const recipient of notificationRecipients(ports))
      await enqueueEmail(tx, ports, {
        kind: 'alert_raised',
        dedupeKey: `alert/${alertId}/${raisedAt}/${recipient}`,
        recipient,
        data: { alertId: alert.id },
      })
  })
}
