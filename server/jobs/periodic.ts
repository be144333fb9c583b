import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../db/health.ts'
import type { Lane, Step, StoredData } from '../features/feature.ts'
import { registered } from '../features/index.ts'
import type { Registered } from '../features/register.ts'
import { areClocksInStep } from '../features/site/instance/clock-skew.ts'
import type { Ports } from '../ports/index.ts'

type Sweep = Pick<Registered, 'periodic' | 'storedData'>
type Round = { storedData: StoredData; signal: AbortSignal | undefined }

/** The interval of the sweep: from the end of a lane's round to the next one. */
const sweepMs = 15_000

/**
 * Runs every lane until the returned function is called, which waits for running steps. Lanes are independent, so a step
 * that hangs on the card provider or file store delays its own lane only.
 */
export function startPeriodicTasks(
  ports: Ports,
  { periodic, storedData }: Sweep = registered,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)
  const running = periodic.map(async (lane) => {
    if (lane.firstAfterMs !== undefined) await pause(lane.firstAfterMs)
    while (!signal.aborted) {
      await runLane(ports, lane, { storedData, signal })
      await pause(lane.everyMs ?? sweepMs)
    }
  })
  return async () => {
    stopping.abort()
    await Promise.all(running)
  }
}

/** Runs every step of the sweep once, in order; lanes with an interval of their own are not part of it. */
export async function runPeriodicTasks(
  ports: Ports,
  { periodic, storedData }: Sweep = registered,
): Promise<void> {
  for (const lane of periodic)
    if (lane.everyMs === undefined) await runLane(ports, lane, { storedData, signal: undefined })
}

/** A failing step does not stop the others. */
async function runLane(ports: Ports, { steps, withAnyClock }: Lane, round: Round): Promise<void> {
  for (const step of steps) {
    if (round.signal?.aborted) return
    await runStep(ports, step, { ...round, withAnyClock }).catch((error: unknown) =>
      isDatabaseUnavailable(error)
        ? // One line for all steps (adapters/logger.ts).
          ports.log.error({ err: error }, 'sweep failed without the database, will retry')
        : ports.log.error({ err: error, step: step.name }, 'sweep step failed, will retry'),
    )
  }
}

async function runStep(
  ports: Ports,
  step: Step,
  { withAnyClock, signal, storedData }: Round & { withAnyClock: true | undefined },
): Promise<void> {
  if (withAnyClock || (await areClocksInStep(ports))) await step(ports, signal, storedData)
}
