import { type AlertGuide, alertGuides } from '../../../../contract/alerts.ts'
import { site } from '../../../../contract/site.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import { findRow } from '../../../db/rows.ts'
import { alerts } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { type EmailOf, type EmailRenderers, keptFor, transientDays } from '../deliveries/deliveries.ts'
import type { Email, EmailListed } from '../email/email.ts'
import { countOpenAlerts, selectOpenAlerts } from './repository.ts'
import type { AlertRow } from './service.ts'

const maxAlertsInDigest = 20

export const alertEmails = {
  alert_raised: keptFor(transientDays, raisedEmail),
  alert_digest: keptFor(transientDays, digestEmail),
} satisfies Partial<EmailRenderers>

async function raisedEmail(
  { db, config }: Ports,
  { data }: EmailOf<'alert_raised'>,
): Promise<Email | undefined> {
  const alert = await findRow(db, alerts, { id: data.alertId })
  if (!alert) return undefined
  return emailOfAlert({ ...alert, ...alertGuides[alert.kind] }, `${config.publicUrl}/admin/inbox`)
}

type TextOfAlert = Pick<AlertRow, 'message' | 'createdAt' | 'resolvedAt'> & AlertGuide

/** The email about one alert. */
export function emailOfAlert({ title, action, ...alert }: TextOfAlert, inboxUrl: string): Email {
  return {
    subject: `Alert: ${title}`,
    title,
    lines: [toSingleLine(alert.message), `What to do: ${action}`],
    facts: [
      { label: 'Since', value: timeText(alert.createdAt) },
      ...(alert.resolvedAt ? [{ label: 'Resolved', value: timeText(alert.resolvedAt) }] : []),
    ],
    button: { label: 'Open alerts', url: inboxUrl },
  }
}

async function digestEmail({ db, config }: Ports): Promise<Email | undefined> {
  const total = await countOpenAlerts(db)
  if (total === 0) return undefined
  const shown = await selectOpenAlerts(db, maxAlertsInDigest)
  const title = total === 1 ? '1 open alert' : `${total} open alerts`
  const more = total - shown.length
  const inboxUrl = `${config.publicUrl}/admin/inbox`
  return {
    subject: `${title} on ${site().name}`,
    title,
    lines: [],
    list: shown.map((alert) => listed(alert, inboxUrl)),
    button: { label: 'Open alerts', url: inboxUrl },
    closingLines: more > 0 ? [`And ${more} more.`] : [],
    footer: { reason: 'You get this email once a day while there are open alerts.', links: [] },
  }
}

function listed({ kind, message, createdAt }: AlertRow, url: string): EmailListed {
  const { title, action } = alertGuides[kind]
  return {
    title,
    url,
    details: [toSingleLine(message), `Since ${timeText(createdAt)}`, `What to do: ${action}`],
  }
}

function timeText(moment: Date): string {
  const time = moment.toLocaleTimeString(site().locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  return `${formatLongDate(moment, 'short')}, ${time} UTC`
}
