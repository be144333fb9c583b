import type { Tx } from '../db/database.ts'

/** Work to be done after the transaction commits: the job is written in it, so it exists exactly when the facts do. */
export interface Queue {
  enqueue(
    tx: Tx,
    job: Job,
    options?: { startAfterSeconds?: number; maxRetryDelaySeconds?: number; singletonKey?: string },
  ): Promise<void>
  /** Does a job again that was given up; nothing happens to any other. */
  retry(name: string, id: string): Promise<void>
}

export type Job =
  | { name: 'deliver-mail'; data: { mailId: string } }
  | { name: 'notify-owner'; data: { attemptId: string } }
  | { name: 'settle-payment'; data: { paymentId: string } }
  | { name: 'run-payouts'; data: { runId: string } }
  | { name: 'send-transfer'; data: { payoutId: string } }
