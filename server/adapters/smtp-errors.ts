import { MailServerUnavailableError } from '../ports/mailer.ts'

/** A message about the mail server of SMTP_URL, without its password. */
export function smtpErrorMessage(error: unknown, smtpUrl: string): string {
  const host = URL.parse(smtpUrl)?.host ?? 'the mail server'
  const { code, message } = Object(error instanceof MailServerUnavailableError ? error.cause : error)
  if (code === 'EAUTH')
    return `SMTP_URL: ${host} refuses the user name or the password. Check both, percent-encoded where they hold signs.`
  if (/certificate|self-signed|altname/i.test(String(message)))
    return `SMTP_URL: the certificate of ${host} is not trusted (${message}). Use the host name that it was made for.`
  if (code === 'ETLS')
    return `SMTP_URL: ${host} does not offer encryption by STARTTLS. Use smtps:// where it speaks TLS from the start.`
  return `SMTP_URL: no mail server answers at ${host} (${code ?? message}). Check the host and the port.`
}
