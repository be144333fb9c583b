import { setTimeout as sleep } from 'node:timers/promises'
import { closeMonths } from '../features/admin/close-months.ts'
import { forgetVisitors } from '../features/analytics/counter.ts'
import { removeRetiredFiles } from '../features/content/edit.ts'
import { sealPostings } from '../features/ledger/seals.ts'
import { resumeRuns } from '../features/payouts/runs.ts'
import { resumeTransfers } from '../features/payouts/transfers.ts'
import { queueWeeklyMails } from '../features/pro/weekly-mail.ts'
import { checkGoods } from '../features/purchases/missing-files.ts'
import { resumeRefunds } from '../features/purchases/pay-back.ts'
import { noteSweep } from '../features/system/delivery-health.ts'
import { replayEvents } from '../features/webhooks/service.ts'
import { forgetThrottles } from '../http/throttle.ts'
import type { Ports } from '../ports/index.ts'
import { settleStragglers } from './settle-stragglers.ts'
import { settleSubscriptions } from './settle-subscriptions.ts'

/** Milliseconds between two looks for payments that nobody told us of. */
const sweepEvery = 15_000

/** Sweeps until the returned function is called, which waits for what is in hand. */
export function startSweeper(ports: Ports): () => Promise<void> {
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await sweep(ports).catch((error: unknown) => ports.log.error({ err: error }, 'the sweep failed'))
      await sleep(sweepEvery, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    stopping.abort()
    await running
  }
}

/** One round of everything that mends itself: payments, events, and limits that have ended. */
export async function sweep(ports: Ports): Promise<void> {
  await replayEvents(ports)
  await settleStragglers(ports)
  await settleSubscriptions(ports)
  await checkGoods(ports).catch((error: unknown) =>
    ports.log.error({ err: error }, 'the store could not be asked for what was sold'),
  )
  await resumeRefunds(ports)
  await resumeRuns(ports)
  await resumeTransfers(ports)
  await sealPostings(ports)
  await closeMonths(ports)
  await queueWeeklyMails(ports)
  await forgetThrottles(ports.db, ports.clock.now())
  await forgetVisitors(ports)
  await removeRetiredFiles(ports)
  await noteSweep(ports.db, ports.clock.now())
}
