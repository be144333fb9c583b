import type { EmailMessage } from '../../ports/mailer.ts'
import { senderOf } from './email-address.ts'

/** An email to be written to the file `name`. `from` is `MAIL_FROM`. */
export type EmailFile = { name: string; from: string; date: Date; email: EmailMessage }

/** The bytes of the email as RFC 5322 defines them. The library is loaded for the first one. */
export async function composeEmail({ from, date, email }: EmailFile): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { to, subject, text, html, senderName, headers = {} } = email
  const sender = senderOf(from, senderName)
  const composer = new MailComposer({
    from: sender,
    to,
    subject,
    text,
    html,
    date,
    headers,
    newline: 'windows',
  })
  return composer.compile().build()
}
