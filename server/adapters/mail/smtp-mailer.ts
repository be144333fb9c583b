import { createTransport, type SMTPPoolOptions } from 'nodemailer'
import { isLoopback } from '../../config/parsers.ts'
import {
  assertSingleAddress,
  type EmailMessage,
  kindHeader,
  type Mailer,
  MailServerUnavailableError,
  maxConcurrentEmails,
  maxSendMs,
  senderOf,
} from '../../ports/mailer.ts'
import { connectPrivately, PublicMailServerError } from './private-socket.ts'
import { smtpConnectionMessage } from './smtp-connection.ts'

/** Short, because the sender retries, and an unresponsive server must not delay other emails. */
const timeoutsMs = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
}

export type SmtpOptions = {
  /** `smtp://user:password@host:port`; `smtps://` uses TLS from the first byte. */
  url: string
  /** `hello@example.com` or `Tipdrop <hello@example.com>`. */
  from: string
  /** `off` sends in the clear, to servers in a private network only. Otherwise only loopback may do without TLS. */
  tls?: 'required' | 'off'
}

/** Sends email to an SMTP server over a few kept-alive connections. `close` ends them. */
export function smtpMailer({ url, from, tls = 'required' }: SmtpOptions): Mailer & { close(): void } {
  const server = smtpOptions(url)
  const transport = createTransport({
    ...server,
    ...(tls === 'off' && withoutTls(server)),
    ...timeoutsMs,
    pool: true,
    maxConnections: maxConcurrentEmails,
    // Once, when a kept-alive connection was closed meanwhile. All other tries are the sender's.
    maxRequeues: 1,
  })
  async function sendAndAnswer({ senderName, kind, headers, ...email }: EmailMessage): Promise<string> {
    assertSingleAddress(email.to)
    const { response } = await transport
      .sendMail({
        ...email,
        headers: { ...headers, ...(kind && { [kindHeader]: kind }) },
        from: senderOf(from, senderName),
        // A server that answers a byte now and then would hold the email for ever. Closes its connection.
        signal: AbortSignal.timeout(maxSendMs),
      })
      .catch(rethrow)
    return response
  }

  return {
    async send(email) {
      await sendAndAnswer(email)
    },
    sendAndAnswer,
    async verify() {
      await transport.verify().catch(rethrow)
    },
    close: () => transport.close(),
  }
}

/** Only a response about one email or its recipient comes from a working server. */
function rethrow(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EENVELOPE' || code === 'EMESSAGE') throw error
  throw new MailServerUnavailableError(error instanceof Error ? error.message : String(error), {
    cause: error,
  })
}

function smtpOptions(address: string) {
  const url = new URL(address)
  const isSecure = url.protocol === 'smtps:'
  const user = decodeURIComponent(url.username)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : isSecure ? 465 : 587,
    secure: isSecure,
    // Emails contain access links and sign-in codes: between machines they are encrypted or not sent.
    requireTLS: !isSecure && !isLoopback(url.hostname),
    ...(user && { auth: { user, pass: decodeURIComponent(url.password) } }),
  }
}

/** In a pool, each new connection is made by `getSocket`. */
function withoutTls({ host, port }: ReturnType<typeof smtpOptions>): Partial<SMTPPoolOptions> {
  return {
    requireTLS: false,
    // A certificate that nobody signed is no reason not to send either.
    ignoreTLS: true,
    getSocket(_, callback) {
      connectPrivately({ host, port, timeoutMs: timeoutsMs.connectionTimeout }).then(
        (connection) => callback(null, { connection }),
        (error: Error) => callback(error),
      )
    },
  }
}

/** A message about the mail server of SMTP_URL, without its password. */
export function smtpErrorMessage(error: unknown, smtpUrl: string): string {
  const host = URL.parse(smtpUrl)?.host ?? 'the mail server'
  const cause = error instanceof MailServerUnavailableError ? error.cause : error
  if (cause instanceof PublicMailServerError)
    return `SMTP_TLS=off is for a mail server in a private network, but ${host} has the public address ${cause.message}. Unset it.`
  const { code, message } = Object(cause)
  if (code === 'EAUTH')
    return `SMTP_URL: ${host} rejects the user name or password. Check both, and percent-encode special characters.`
  if (/certificate|self-signed|altname/i.test(String(message)))
    return `SMTP_URL: the certificate of ${host} is not trusted (${message}). Use the host name it was issued for.`
  if (code === 'ETLS')
    return `SMTP_URL: ${host} does not offer STARTTLS. If it uses TLS from the start, use smtps://. If it has no TLS and is in a private network, set SMTP_TLS=off.`
  return smtpConnectionMessage(Object(cause), smtpUrl)
}
