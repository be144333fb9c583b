import type { ApiError } from './client.ts'

/** What an upload waits for before it retries: the connection, our file storage, or free space. */
export type WaitReason = 'connection' | 'storage' | 'space'

/** Undefined when a retry would not help. */
export function waitReasonOf({ status, code }: ApiError): WaitReason | undefined {
  if (status === 507) return 'space'
  if (code === 'store_unavailable') return 'storage'
  // No response, another request that holds the upload's lock, or a server error.
  return status === 0 || status === 409 || status === 423 || status >= 500 ? 'connection' : undefined
}

const minDelayMs = 1_000
const maxDelayMs: Record<WaitReason, number> = { connection: 15_000, storage: 30_000, space: 60_000 }

/** Milliseconds until the next attempt, doubled with each failure in a row. `failures` counts from 0. */
export function retryDelayMs(failures: number, reason: WaitReason): number {
  return Math.min(maxDelayMs[reason], minDelayMs * 2 ** failures)
}
