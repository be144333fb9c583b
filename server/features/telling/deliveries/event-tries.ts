import { maxTries, retryDelaysMs } from '../../../../contract/webhook-deliveries.ts'
import type { DeliveryRow } from './repository.ts'

/** The facts of a delivery to an endpoint. */
export type SentEvent = {
  purchaseId?: number
  /** Written at the first try, and the same ever after. */
  body?: string
  about?: string
  /** The tries before it was sent again, by which its ten tries are counted. */
  from?: number
}

const jitter = 0.2

/** The tries of a delivery to an endpoint since it was sent, or sent again. The first one is 1. */
export function triesOf({ attempts, data }: Pick<DeliveryRow, 'attempts' | 'data'>): number {
  return attempts - ((data as SentEvent).from ?? 0)
}

/** When a delivery to an endpoint is tried again, after `minWaitMs` at least. Null after the last try. */
export function nextEventTry(
  row: Pick<DeliveryRow, 'attempts' | 'data'>,
  now: Date,
  minWaitMs = 0,
): Date | null {
  const tries = triesOf(row)
  const delayMs = retryDelaysMs[tries - 1]
  if (tries >= maxTries || delayMs === undefined) return null
  const jittered = delayMs * (1 + jitter * (2 * Math.random() - 1))
  return new Date(now.getTime() + Math.max(jittered, minWaitMs))
}
