import { instanceSettings } from '../../../contract/instance-settings.ts'
import { smtpErrorMessage } from '../../adapters/mail/smtp-mailer.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import { commandLine } from '../../config/command-line.ts'
import type { Config } from '../../config.ts'
import { createMailer } from '../../create-services.ts'
import { createDatabase, openPool } from '../../db/database.ts'
import { messageWithoutValues } from '../../db/logged-error.ts'
import { selectSettings } from '../../features/site/settings/repository.ts'
import { type EmailMessage, MailServerUnavailableError } from '../../ports/mailer.ts'
import { connectionOfRunning } from '../../verify/connect.ts'

/**
 * What became of a message, and a sentence about it. `ok`: a server took it. `warn`: no server is set, so no one gets it.
 * `fail`: it was refused.
 */
export type Outcome = { level: 'ok' | 'warn' | 'fail'; text: string }

/** Sends emails at once, by the same mailer as the instance, and says what the mail server answered. */
export async function sendNow(config: Config, emails: Array<EmailMessage>): Promise<Array<Outcome>> {
  const { mailer, close } = await createMailer(config, { clock: systemClock })
  try {
    const outcomes: Array<Outcome> = []
    for (const email of emails) outcomes.push(await sendOne(config, mailer, email))
    return outcomes
  } finally {
    await close()
  }
}

type Sender = Awaited<ReturnType<typeof createMailer>>['mailer']

async function sendOne({ smtpUrl, dataDir }: Config, mailer: Sender, email: EmailMessage): Promise<Outcome> {
  try {
    if (mailer.sendAndAnswer) {
      const answer = await mailer.sendAndAnswer(email)
      return { level: 'ok', text: `The mail server took the email to ${email.to}. It answered: ${answer}` }
    }
    await mailer.send(email)
    return {
      level: 'warn',
      text: `SMTP_URL is not set, so the email to ${email.to} was written to ${dataDir}/mail. No one gets it: ${commandLine('mail')} shows it.`,
    }
  } catch (error) {
    if (error instanceof MailServerUnavailableError)
      return { level: 'fail', text: smtpErrorMessage(error, smtpUrl ?? '') }
    // The answer to one recipient, which names the address that was typed.
    const reason = error instanceof Error ? error.message : String(error)
    return { level: 'fail', text: `The mail server refused the email to ${email.to}: ${reason}` }
  }
}

/**
 * Where alerts are emailed: NOTIFICATION_EMAILS, else what an admin has set on the page of settings, else ADMIN_EMAIL.
 * The page's are known only while the database runs.
 */
export async function alertAddresses(config: Config): Promise<Array<string>> {
  const fixed = config.settings.notificationAddresses ?? (await storedAddresses(config))
  if (fixed.length > 0) return fixed
  return config.adminEmail ? [config.adminEmail] : []
}

async function storedAddresses(config: Config): Promise<Array<string>> {
  const connection = await connectionOfRunning(config).catch(() => undefined)
  if (!connection) return []
  const pool = openPool({ ...connection, max: 1 }, () => undefined)
  const rows = await selectSettings(createDatabase(pool))
    .catch(() => [])
    .finally(() => pool.end())
  const stored = rows.find(({ key }) => key === 'notificationAddresses')
  return instanceSettings.notificationAddresses.schema.safeParse(stored?.value).data ?? []
}

/** Why a request to another server failed, which fetch has in the cause only. */
export function requestProblem(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const text = messageWithoutValues(cause)
  return text || (cause instanceof Error && 'code' in cause ? String(cause.code) : 'no reason')
}

/** Prints what became of each message. Returns the exit code: 1 if one was refused. */
export function report(outcomes: Array<Outcome>): number {
  for (const { level, text } of outcomes) console.log(`${level.padEnd(5)} ${text}`)
  return outcomes.some(({ level }) => level === 'fail') ? 1 : 0
}
