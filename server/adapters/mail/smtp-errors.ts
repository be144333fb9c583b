import { MailServerUnavailableError } from '../../ports/mailer.ts'

/** A message about the mail server of SMTP_URL, without its password. */
export function smtpErrorMessage(error: unknown, smtpUrl: string): string {
  const host = URL.parse(smtpUrl)?.host ?? 'the mail server'
  const { code, message } = Object(error instanceof MailServerUnavailableError ? error.cause : error)
  if (code === 'EAUTH')
    return `SMTP_URL: ${host} rejects the user name or password. Check both, and percent-encode special characters.`
  if (/certificate|self-signed|altname/i.test(String(message)))
    return `SMTP_URL: the certificate of ${host} is not trusted (${message}). Use the host name it was issued for.`
  if (code === 'ETLS')
    return `SMTP_URL: ${host} does not offer STARTTLS. If it uses TLS from the start, use smtps://.`
  return `SMTP_URL: no mail server responds at ${host} (${code ?? message}). Check the host and the port.`
}
