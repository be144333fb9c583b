import type { ApiError } from './api-error.ts'

/** What an upload that goes on automatically waits for: the connection, our file storage, or room in it. */
export type WaitReason = 'connection' | 'storage' | 'space'

/** Undefined for a refusal that a retry does not change. */
export function waitReasonOf({ status, code }: ApiError): WaitReason | undefined {
  if (status === 507) return 'space'
  if (code === 'store_away') return 'storage'
  // No answer, another request that still has the file, or a server that is not itself just now.
  return status === 0 || status === 409 || status === 423 || status >= 500 ? 'connection' : undefined
}

const minDelayMs = 1_000
const maxDelayMs: Record<WaitReason, number> = { connection: 15_000, storage: 30_000, space: 60_000 }

/** Milliseconds until the next attempt, doubled with each failure in a row. `failures` counts from 0. */
export function retryDelayMs(failures: number, reason: WaitReason): number {
  return Math.min(maxDelayMs[reason], minDelayMs * 2 ** failures)
}
