import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { productName } from '../contract/site.ts'
import { smtpErrorMessage } from './adapters/mail/smtp-mailer.ts'
import { s3ErrorMessage } from './adapters/s3/client.ts'
import { probeStore } from './features/site/storage/store-sentinel.ts'
import type { Ports } from './ports/index.ts'
import { ServiceProbeError } from './startup-errors.ts'

/** The timeout of each probe; they run at the same time. */
const defaultTimeoutMs = 10_000

type ProbedPorts = Pick<Ports, 'config' | 'fileStore' | 'mailer'>

/**
 * Probes the file store and the mail server. Returns the errors as warnings on a local instance. Throws them as one error
 * on a public instance, which must not accept payments for files that it cannot deliver.
 */
export async function probeServices(
  ports: ProbedPorts,
  timeoutMs = defaultTimeoutMs,
): Promise<Array<string>> {
  const faults = await findProbeErrors(ports, timeoutMs)
  if (faults.length === 0 || ports.config.isLocal) return faults
  throw new ServiceProbeError(
    `${productName} cannot start:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
  )
}

/**
 * Probes the file store (writes, reads and removes a small file) and the mail server (signs in). Returns a message
 * for each that fails, with the setting to check.
 */
async function findProbeErrors(ports: ProbedPorts, timeoutMs: number): Promise<Array<string>> {
  const { config, fileStore, mailer } = ports
  const withTimeout = (work: Promise<void>) =>
    Promise.race([
      work,
      sleep(timeoutMs, undefined, { ref: false }).then(() => {
        throw new Error(`no answer in ${timeoutMs / 1_000} seconds`)
      }),
    ])
  const messages = await Promise.all([
    withTimeout(probeStore(fileStore, randomUUID())).then(
      () => undefined,
      (error: unknown) => storeErrorMessage(ports, error),
    ),
    withTimeout(mailer.verify?.() ?? Promise.resolve()).then(
      () => undefined,
      (error: unknown) => smtpErrorMessage(error, config.smtpUrl ?? ''),
    ),
  ])
  return messages.filter((message) => message !== undefined)
}

function storeErrorMessage({ config: { s3, dataDir } }: ProbedPorts, error: unknown): string {
  if (s3) return s3ErrorMessage(error, s3)
  const reason = error instanceof Error ? error.message : String(error)
  return `DATA_DIR/files is not writable (${reason}). Set DATA_DIR to a writable folder. It is now ${dataDir}.`
}
