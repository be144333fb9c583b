import { productName, site } from '../../../../contract/site.ts'
import type { Ports } from '../../../ports/index.ts'
import { type EmailMessage, type Mailer, MailServerUnavailableError } from '../../../ports/mailer.ts'
import { hasOpenAlert, raiseAlert, resolveAlerts, unavailableAlertKinds } from './service.ts'

const alert = { kind: unavailableAlertKinds.mail, target: 'mail' }

/** The mailer, which also alerts the operator at the first email that the server does not accept. */
export function alertingMailer(ports: Ports): Mailer {
  const { mailer } = ports
  return {
    ...mailer,
    async send(email) {
      await mailer.send(withSenderName(ports, email)).catch(async (error: unknown) => {
        if (error instanceof MailServerUnavailableError) await reportUnavailable(ports, error)
        throw error
      })
    },
  }
}

/** Emails without a sender's name have the site's, unless MAIL_FROM has one. */
function withSenderName({ config }: Ports, email: EmailMessage): EmailMessage {
  const hasOwnName = config.mailFrom.includes('<') && !config.mailFrom.startsWith(`${productName} <`)
  return email.senderName || hasOwnName ? email : { ...email, senderName: site().name }
}

/** While the alert is open, checks the mail server and resolves the alert. */
export async function checkMailer(ports: Ports): Promise<void> {
  const { db, mailer } = ports
  if (!(await hasOpenAlert(db, alert))) return
  try {
    await mailer.verify?.()
  } catch (error) {
    if (error instanceof MailServerUnavailableError) return
    throw error
  }
  await db.transaction((tx) => resolveAlerts(tx, ports, { kinds: [alert.kind], target: alert.target }))
}

/** Never throws, so that the caller gets the email's own error. */
async function reportUnavailable(ports: Ports, { message: reason }: Error): Promise<void> {
  const message = `The mail server isn’t responding, so emails are waiting. ${reason}.`
  await ports.db
    .transaction((tx) => raiseAlert(tx, ports, { ...alert, message }))
    .catch((error: unknown) => ports.log.error({ err: error }, 'mail server alert could not be stored'))
}
