import type { Tx } from '../db/database.ts'

/**
 * A queue of jobs. A job is inserted in the caller's transaction, so it runs only if the transaction commits.
 */
export interface Queue {
  enqueue(
    tx: Tx,
    job: Job,
    options?: {
      startAfterSeconds?: number
      singletonKey?: string
      /** Whose job it is. A queue that limits the jobs of one owner lets others run meanwhile. */
      owner?: string
    },
  ): Promise<void>
  /** Retries a failed job; has no effect on others. */
  retry(name: string, id: string): Promise<void>
}

export type Job =
  | { name: 'notify-owner'; data: { checkoutId: string } }
  | { name: 'settle-purchase'; data: { paymentId: string } }
  | { name: 'process-payout-run'; data: { runId: string; afterCreatorId?: string } }
  | { name: 'send-transfer'; data: { payoutId: string } }
  | { name: 'notify-followers'; data: { contentId: string } }
  | { name: 'make-teaser'; data: { contentId: string; since?: string } }
