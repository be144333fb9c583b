import { Resolver } from 'node:dns/promises'
import { join } from 'node:path'
import { smtpErrorMessage } from '../adapters/mail/smtp-mailer.ts'
import { systemClock } from '../adapters/system-clock.ts'
import type { Config } from '../config.ts'
import { createMailer } from '../create-services.ts'
import { type Check, type CheckResult, fail, ok, skip, warn } from './check.ts'
import { folderProblem, probeFolder } from './folder.ts'
import { splitSentences } from './settings-checks.ts'

/** Whether emails can be sent, and whether receivers will take them. */
export function mailChecks(config: Config): Array<Check> {
  return [
    {
      name: 'mail server',
      fix: 'The mail server accepts the connection and then says nothing. Check host and port of SMTP_URL, and its status page.',
      settings: ['SMTP_'],
      run: () => checkServer(config),
    },
    ...(config.smtpUrl && !config.isLocal
      ? [
          {
            name: 'mail domain',
            fix: 'Check the name servers of this machine in /etc/resolv.conf.',
            settings: ['MAIL_FROM'],
            run: () => checkDomain(config),
          },
        ]
      : []),
  ]
}

async function checkServer(config: Config): Promise<CheckResult> {
  if (!config.smtpUrl) return checkFolder(config)
  const { mailer, close } = await createMailer(config, { clock: systemClock })
  try {
    await mailer.verify?.()
    const hasUser = URL.parse(config.smtpUrl)?.username !== ''
    const { host } = new URL(config.smtpUrl)
    return ok(hasUser ? `Signed in to ${host}` : `${host} answers; SMTP_URL has no user`)
  } catch (error) {
    const [detail, fix] = splitSentences(smtpErrorMessage(error, config.smtpUrl), 'Check SMTP_URL.')
    return fail(detail, fix)
  } finally {
    await close()
  }
}

async function checkFolder({ dataDir }: Config): Promise<CheckResult> {
  const path = join(dataDir, 'mail')
  try {
    await probeFolder(path)
    return ok(`SMTP_URL is not set: emails are written to ${path}`)
  } catch (error) {
    return folderProblem(error, { path, setting: 'DATA_DIR' })
  }
}

/** What a name server says of a name that has no such record. */
const noRecord = new Set(['ENODATA', 'ENOTFOUND', 'NXDOMAIN'])

/** What receivers look up before they accept an email. */
async function checkDomain({ mailFrom }: Config): Promise<CheckResult> {
  const domain = /@([^>\s]+)/.exec(mailFrom)?.[1] ?? ''
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const find = <T>(looking: Promise<Array<T>>) =>
    looking.catch((error: unknown): Array<T> => {
      if (!noRecord.has(Object(error).code)) throw error
      return []
    })
  const txt = async (name: string) => (await find(resolver.resolveTxt(name))).map((parts) => parts.join(''))
  try {
    const [spf, dmarc, mx] = await Promise.all([
      txt(domain),
      txt(`_dmarc.${domain}`),
      find(resolver.resolveMx(domain)),
    ])
    const missing = [
      ...(spf.some((text) => text.startsWith('v=spf1')) ? [] : ['SPF']),
      ...(dmarc.some((text) => text.startsWith('v=DMARC1')) ? [] : ['DMARC']),
      ...(mx.length > 0 ? [] : ['MX']),
    ]
    if (missing.length === 0) return ok(`${domain} has SPF, DMARC and MX records`)
    return warn(
      `${domain} has no ${missing.join(', ')} record`,
      'Add the records that your mail provider names: docs/operate/mail.md. Without them emails land in spam.',
    )
  } catch (error) {
    return skip(`The name servers of this machine do not answer (${Object(error).code ?? error})`)
  }
}
