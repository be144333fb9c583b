import { join } from 'node:path'
import type { Logger } from 'pino'
import { createDiskFileStore } from './adapters/disk/file-store.ts'
import { readOrCreateSecret } from './adapters/local-secret.ts'
import { createDiskMailer } from './adapters/mail/disk-mailer.ts'
import { resilientProvider } from './adapters/resilient-provider.ts'
import { type Sandbox, sandboxProvider } from './adapters/sandbox/provider.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Clock } from './ports/clock.ts'
import type { FileStore } from './ports/file-store.ts'
import type { Mailer } from './ports/mailer.ts'

type ProviderOptions = { config: Config; db: Database; clock: Clock; log: Logger }

/** Stripe if its keys are set, otherwise the sandbox. Stripe's package is large, so it is loaded only when used. */
export async function createPaymentProvider({
  config,
  ...shared
}: ProviderOptions): Promise<ReturnType<typeof resilientProvider> & { sandbox: Sandbox | undefined }> {
  const { stripe, currency, dataDir, sandboxFaults: faults } = config
  if (stripe) {
    const { stripeProvider } = await import('./adapters/stripe/provider.ts')
    const { jobTimeouts, requestTimeouts } = await import('./adapters/stripe/client.ts')
    const { createPace } = await import('./adapters/stripe/pace.ts')
    const pace = createPace(shared.db, stripe.paceLimits)
    const options = { ...stripe, ...shared, currency, pace }
    const forRequests = stripeProvider({ ...options, timeouts: requestTimeouts })
    const forJobs = stripeProvider({ ...options, timeouts: jobTimeouts })
    return { ...resilientProvider({ forRequests, forJobs, log: shared.log }), sandbox: undefined }
  }
  const secret = await readOrCreateSecret(dataDir, 'sandbox-webhooks')
  const proPrice = config.sandboxProPrice
  const sandbox = sandboxProvider({ ...shared, secret, currency, proPrice, ...(faults && { faults }) })
  return { ...resilientProvider({ forRequests: sandbox, log: shared.log }), sandbox }
}

/** The object store of the S3_ settings, otherwise a folder. The S3 package is large, so it is loaded only when used. */
export async function createFileStore({
  s3,
  dataDir,
  publicUrl,
  accelRedirectPath,
}: Config): Promise<FileStore> {
  if (!s3) return createDiskFileStore(join(dataDir, 'files'), { accelRedirectPath })
  const { createS3FileStore } = await import('./adapters/s3/file-store.ts')
  // Browsers block a redirect from an https page to a store on http.
  const presignedUrlsEnabled = s3.endpoint.startsWith('https:') || publicUrl.startsWith('http:')
  return createS3FileStore(s3, { presignedUrlsEnabled })
}

/** The mail server of SMTP_URL, otherwise a folder on this machine. */
export async function createMailer(
  { smtpUrl, smtpTls, mailFrom: from, dataDir }: Config,
  { clock }: { clock: Clock },
): Promise<{ mailer: Mailer; close(): Promise<void> }> {
  if (!smtpUrl) {
    const mailer = createDiskMailer({ folder: join(dataDir, 'mail'), from, clock })
    return { mailer, close: async () => undefined }
  }
  const { smtpMailer } = await import('./adapters/mail/smtp-mailer.ts')
  const mailer = smtpMailer({ url: smtpUrl, from, tls: smtpTls })
  return { mailer, close: async () => mailer.close() }
}
