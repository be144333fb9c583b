import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tinypool } from 'tinypool'
import { coalesce } from '../../db/coalesce.ts'
import type { BasicLogger } from '../../ports/index.ts'
import { writeFileAtomically } from '../atomic-write.ts'
import { openThreadPool, workerFilePath } from '../workers.ts'
import { composeEmail, type EmailFile } from './disk-mailer.ts'
import type { EmailGroup } from './worker.ts'

/** Fewer emails at the same time are written by the main thread. */
const minGroupSize = 4
/** With fewer emails in five seconds the main thread writes them, so that only a busy instance has a worker's memory. */
const busyEmails = 250
const busyMs = 5_000
/** How long an idle worker keeps running. */
const idleMs = 30_000

export type EmailWriter = { write(email: EmailFile): Promise<void>; close(): Promise<void> }

/**
 * Writes emails to files of `folder`, which it creates. At busy times a worker thread composes and writes those that are
 * sent at the same time. It starts with the first of them and ends when idle.
 */
export function createEmailWriter({
  folder,
  log,
  timeoutMs = 20_000,
  minEmails = busyEmails,
  workerFile = workerFilePath('mail-worker.js', 'mail/worker.ts'),
}: {
  folder: string
  log: BasicLogger
  /** The timeout of a group, including the worker's start. */
  timeoutMs?: number
  /** With fewer emails in five seconds there is no worker. */
  minEmails?: number
  /** The worker's file. */
  workerFile?: string
}): EmailWriter {
  let pool: Tinypool | undefined
  let isClosed = false
  const isBusy = rateReader(minEmails)

  const logFailure = (error: unknown) => log.error({ err: error }, 'mail worker failed')

  /** A group that fails is written one by one (see `coalesce`), so no email is lost when the worker ends. */
  const write = coalesce(async (emails: Array<EmailFile>) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const isBusyTime = isBusy(emails.length)
    if (emails.length < minGroupSize || !isBusyTime || isClosed) {
      await Promise.all(emails.map((email) => writeHere(folder, email)))
      return emails.map(() => undefined)
    }
    pool ??= openThreadPool({ filename: workerFile, idleMs, maxHeapMb: 64, onError: logFailure })
    const group: EmailGroup = { folder, emails }
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      await pool.run(group, { name: 'writeEmails', signal })
    } catch (error) {
      logFailure(error)
      throw error
    }
    return emails.map(() => undefined)
  })

  return {
    write,
    async close() {
      isClosed = true
      await pool?.destroy()
    },
  }
}

/** A function that adds `count` emails, and returns whether at least `minEmails` were added in the last five seconds. */
function rateReader(minEmails: number): (count: number) => boolean {
  /** When the last `minEmails` emails were added. */
  let times: Array<number> = []
  return (count) => {
    const now = performance.now()
    times = [...times, ...new Array<number>(count).fill(now)].slice(-minEmails)
    const [first] = times
    return times.length === minEmails && first !== undefined && now - first < busyMs
  }
}

async function writeHere(folder: string, email: EmailFile): Promise<void> {
  await writeFileAtomically(join(folder, email.name), await composeEmail(email)).catch((error: unknown) => {
    // Names are unique: the worker wrote this email before another one of its group failed.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
}
