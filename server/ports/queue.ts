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

/** The data of each kind of job. A kind without a handler does not compile. */
export type JobData = {
  'notify-owner': { checkoutId: string }
  'settle-purchase': { paymentId: string }
  'process-payout-run': { runId: string; afterCreatorId?: string }
  'send-transfer': { payoutId: string }
  'make-payout-batches': Record<string, never>
  'record-payout-result': { resultId: string; from: number }
  'notify-followers': { contentId: string }
  /** `isReturned`: nobody has made more, but one that was sold or held is back. */
  'offer-copies': { contentId: string; isReturned?: boolean }
  'notify-buyers': { versionId: string }
  'tell-of-new-day': { contentId: string; releaseAt: string; movedAt: string }
  'make-teaser': { contentId: string; since?: string }
  'measure-recordings': { contentId: string }
}
export type JobName = keyof JobData

const hasQueue = {
  'notify-owner': true,
  'settle-purchase': true,
  'process-payout-run': true,
  'send-transfer': true,
  'make-payout-batches': true,
  'record-payout-result': true,
  'notify-followers': true,
  'offer-copies': true,
  'notify-buyers': true,
  'tell-of-new-day': true,
  'make-teaser': true,
  'measure-recordings': true,
} satisfies Record<JobName, true>
/** The kinds of jobs. A restore creates their queues without loading the features that handle them. */
export const jobNames: ReadonlyArray<string> = Object.keys(hasQueue)

export type Job = { [Name in JobName]: { name: Name; data: JobData[Name] } }[JobName]
