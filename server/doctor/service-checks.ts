import { randomUUID } from 'node:crypto'
import { resolveMx, resolveTxt } from 'node:dns/promises'
import { smtpErrorMessage } from '../adapters/mail/smtp-mailer.ts'
import { s3ErrorMessage } from '../adapters/s3/client.ts'
import { configWarnings } from '../config/process.ts'
import type { Config } from '../config.ts'
import { spaceMeter } from '../features/site/storage/free-space.ts'
import { probeStore } from '../features/site/storage/store-sentinel.ts'
import type { Ports } from '../ports/index.ts'
import { type Check, fail, ok, warn } from './check.ts'

type Services = Pick<Ports, 'config' | 'fileStore' | 'mailer' | 'clock'>

const GiB = 1024 ** 3

/** Checks of the settings and of the services they name, all but the database and the card provider. */
export function serviceChecks(services: Services): Array<Check> {
  const { config } = services
  return [
    { name: 'settings', run: async () => checkSettings(config) },
    { name: 'file store', run: () => checkStore(services) },
    { name: 'disk space', run: () => checkSpace(services) },
    { name: 'mail server', run: () => checkMail(services) },
    ...(config.isLocal
      ? []
      : [
          { name: 'mail domain', run: () => checkMailDomain(config) },
          { name: 'public address', run: () => checkPublicUrl(config) },
        ]),
  ]
}

function checkSettings(config: Config) {
  const [warning] = configWarnings(config)
  if (warning) return warn('A setting is missing', warning)
  if (!config.adminEmail) return warn('ADMIN_EMAIL is not set', 'Set it to your email address to see /admin.')
  return ok(`${config.isLocal ? 'Local' : 'Public'} instance at ${config.publicUrl}, in ${config.currency}`)
}

async function checkStore({ config, fileStore }: Services) {
  const place = config.s3 ? `${config.s3.endpoint}, bucket ${config.s3.bucket}` : `${config.dataDir}/files`
  try {
    await probeStore(fileStore, randomUUID())
    return ok(`Wrote, read and removed a file in ${place}`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return config.s3
      ? fail(`${place} does not work`, s3ErrorMessage(error, config.s3))
      : fail(`${place} is not writable (${reason})`, 'Set DATA_DIR to a writable folder.')
  }
}

async function checkSpace(services: Services) {
  const space = await spaceMeter(services).read()
  if (!space) return ok('The object store has no limit that can be read')
  const detail = `${(space.freeBytes / GiB).toFixed(1)} GiB free, ${(space.reserveBytes / GiB).toFixed(1)} GiB reserved`
  if (space.state === 'full') return fail(`${detail}: uploads are refused`, 'Add space or remove files.')
  if (space.state === 'low') return warn(`${detail}: almost full`, 'Add space or remove files.')
  return ok(detail)
}

async function checkMail({ config, mailer }: Services) {
  if (!config.smtpUrl) return ok(`Emails are written to ${config.dataDir}/mail`)
  try {
    await mailer.verify?.()
    return ok('Signed in to the mail server')
  } catch (error) {
    return fail('The mail server does not work', smtpErrorMessage(error, config.smtpUrl))
  }
}

/** What receivers look up before they accept an email. */
async function checkMailDomain({ mailFrom }: Config) {
  const domain = /@([^>\s]+)/.exec(mailFrom)?.[1] ?? ''
  const txtRecordsOf = async (name: string) =>
    (await resolveTxt(name).catch(() => [])).map((parts) => parts.join(''))
  const missing = [
    ...((await txtRecordsOf(domain)).some((text) => text.startsWith('v=spf1')) ? [] : ['SPF']),
    ...((await txtRecordsOf(`_dmarc.${domain}`)).some((text) => text.startsWith('v=DMARC1'))
      ? []
      : ['DMARC']),
    ...((await resolveMx(domain).catch(() => [])).length > 0 ? [] : ['MX']),
  ]
  if (missing.length === 0) return ok(`${domain} has SPF, DMARC and MX records`)
  return warn(
    `${domain} has no ${missing.join(', ')} record`,
    'Add the records that your mail provider names. Without them emails land in spam.',
  )
}

/** Whether the proxy in front passes requests on. */
async function checkPublicUrl({ publicUrl }: Config) {
  const url = `${publicUrl}/health/ready`
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) }).catch(
    (error: Error) => error,
  )
  if (response instanceof Error)
    return fail(
      `${url} cannot be reached (${String(response.cause ?? response.message)})`,
      'Check DNS, the proxy and its certificate.',
    )
  if (response.status === 200) return ok(`${url} answers`)
  return fail(
    `${url} answers ${response.status}`,
    'Is the server running, and does the proxy pass requests on to its port?',
  )
}
