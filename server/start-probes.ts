import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { s3ErrorMessage } from './adapters/s3-errors.ts'
import { smtpErrorMessage } from './adapters/smtp-errors.ts'
import { probeStore } from './features/storage/store-sentinel.ts'
import type { Ports } from './ports/index.ts'

/** The time limit of all probes together. */
const maxMs = 10_000

type Probed = Pick<Ports, 'config' | 'fileStore' | 'mailer'>

/**
 * Returns warnings about what does not work on a local instance. On a public instance throws them as one error,
 * because it must not take payments that it cannot deliver.
 */
export async function checkParts(ports: Probed, timeoutMs = maxMs): Promise<Array<string>> {
  const faults = await probeParts(ports, timeoutMs)
  if (faults.length === 0 || ports.config.isLocal) return faults
  throw new Error(`Tipdrop cannot start:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
}

/**
 * Probes the file store (writes, reads and removes a small file) and the mail server (signs in). Returns a message
 * for each that fails, with the setting to check.
 */
async function probeParts(ports: Probed, timeoutMs: number): Promise<Array<string>> {
  const { config, fileStore, mailer } = ports
  const withTimeout = (work: Promise<void>) =>
    Promise.race([
      work,
      sleep(timeoutMs, undefined, { ref: false }).then(() => {
        throw new Error(`no answer in ${timeoutMs / 1_000} seconds`)
      }),
    ])
  const sentences = await Promise.all([
    withTimeout(probeStore(fileStore, randomUUID())).then(
      () => undefined,
      (error: unknown) => storeSentence(ports, error),
    ),
    withTimeout(mailer.verify?.() ?? Promise.resolve()).then(
      () => undefined,
      (error: unknown) => smtpErrorMessage(error, config.smtpUrl ?? ''),
    ),
  ])
  return sentences.filter((sentence) => sentence !== undefined)
}

function storeSentence({ config: { s3, dataDir } }: Probed, error: unknown): string {
  if (s3) return s3ErrorMessage(error, s3)
  const reason = error instanceof Error ? error.message : String(error)
  return `DATA_DIR/files is not writable (${reason}). Set DATA_DIR to a writable folder. It is now ${dataDir}.`
}
