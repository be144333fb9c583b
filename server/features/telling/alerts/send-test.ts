import { site } from '../../../../contract/site.ts'
import type { Config } from '../../../config.ts'
import type { EmailMessage } from '../../../ports/mailer.ts'
import { renderEmail } from '../email/layout.tsx'
import { emailOfAlert } from './emails.tsx'
import { postToAlertWebhook } from './notices.ts'

/** The text of an alert that is about nothing. It is told as every other one, and is in no list. */
function testAlert({ publicUrl }: Pick<Config, 'publicUrl'>, now: Date) {
  return {
    id: 0,
    kind: 'test',
    target: 'test',
    title: 'This is a test',
    message: `A test alert of ${publicUrl}. Nothing happened.`,
    action: 'Nothing. You know now that alerts reach you here.',
    createdAt: now,
    resolvedAt: null,
    url: `${publicUrl}/admin/inbox`,
  }
}

/** The email of a test alert. */
export function testAlertEmail(config: Pick<Config, 'publicUrl'>, to: string, now: Date): EmailMessage {
  const alert = testAlert(config, now)
  return { to, kind: 'alert_raised', ...renderEmail(emailOfAlert(alert, alert.url)) }
}

/**
 * Posts a test alert and its end to ALERT_WEBHOOK_URL. Returns the status of the last answer. Throws when one is not
 * accepted.
 */
export async function postTestAlert(
  config: Pick<Config, 'publicUrl'>,
  webhook: NonNullable<Config['alertWebhook']>,
  now: Date,
): Promise<number> {
  const message = { at: now.toISOString(), alert: testAlert(config, now), now }
  await postToAlertWebhook(webhook, { event: 'alert.raised', ...message })
  return postToAlertWebhook(webhook, { event: 'alert.resolved', ...message })
}

/** An email that says that emails arrive. */
export function testEmail({ publicUrl }: Pick<Config, 'publicUrl'>, to: string): EmailMessage {
  const email = {
    title: 'Emails arrive',
    subject: `A test of ${site().name}`,
    lines: [
      `This is a test email of ${publicUrl}.`,
      'If it is in spam, the domain of MAIL_FROM needs its SPF, DKIM and DMARC records.',
    ],
  }
  return { to, kind: 'test', ...renderEmail(email) }
}
