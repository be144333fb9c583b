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

/**
 * Sweeps until the returned function is called, which waits for what is in hand. What buyers wait for has a round of its
 * own: a long run of payouts must not keep anybody from what they paid for.
 */
export function startSweeper(ports: Ports): () => Promise<void> {
  const stopping = new AbortController()
  const rounds = [sweepForBuyers, sweepHouse].map(async (round) => {
    while (!stopping.signal.aborted) {
      await round(ports)
      await sleep(sweepEvery, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })
  return async () => {
    stopping.abort()
    await Promise.all(rounds)
  }
}

/** One round of everything that mends itself. */
export async function sweep(ports: Ports): Promise<void> {
  await sweepForBuyers(ports)
  await sweepHouse(ports)
}

/** What was paid and is not delivered: events, payments, goods, money that goes back. */
async function sweepForBuyers(ports: Ports): Promise<void> {
  await inTurn(ports, [replayEvents, settleStragglers, checkGoods, resumeRefunds, swept])
}

/** Everything else that waits for its time. */
async function sweepHouse(ports: Ports): Promise<void> {
  await inTurn(ports, [
    settleSubscriptions,
    resumeRuns,
    resumeTransfers,
    sealPostings,
    closeMonths,
    queueWeeklyMails,
    ({ db, clock }) => forgetThrottles(db, clock.now()),
    forgetVisitors,
    removeRetiredFiles,
  ])
}

const swept = ({ db, clock }: Ports) => noteSweep(db, clock.now())

/** One that fails keeps none of the others from its work. */
async function inTurn(ports: Ports, steps: Array<(ports: Ports) => Promise<unknown>>): Promise<void> {
  for (const step of steps)
    await step(ports).catch((error: unknown) =>
      ports.log.error({ err: error, step: step.name }, 'a part of the sweep failed; it is done again'),
    )
}
