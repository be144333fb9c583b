import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '../../tests/support/server-process.ts'
import { makeDue } from '../fault-injection.ts'
import { countInvariantViolations, countUndelivered } from '../fault-injection-queries.ts'
import { nonZero } from './fault-run.ts'

/** The maximum time until work left undone by a fault must be finished. */
const recoveryMs = 90_000

/**
 * What violates the promises after the recovery time; `0` when nothing does. Timestamps are moved back in the
 * database instead of waiting, and `restart` makes the sweeper run at once. A server that is working through a
 * backlog is not restarted.
 */
export async function findViolations(
  site: ServerProcess,
  restart: () => Promise<void> = () => killAndStart(site),
): Promise<string> {
  const deadline = performance.now() + recoveryMs
  let unsentBefore = Number.POSITIVE_INFINITY
  for (let pollCount = 1; ; pollCount++) {
    const { unsentEmails, ...faults } = await countInvariantViolations(site)
    const undelivered = await countUndelivered(site, -1)
    const violations = nonZero({ ...faults, unsentEmails, waiting: undelivered })
    if (violations === '0' || performance.now() > deadline) return violations
    await sleep(200)
    if (pollCount % 25 !== 0) continue
    const isProgressing = unsentEmails < unsentBefore && unsentEmails > 0
    unsentBefore = unsentEmails
    if (isProgressing && pollCount > 25) continue
    await makeDue(site)
    await restart()
  }
}

async function killAndStart(site: ServerProcess): Promise<void> {
  await site.kill()
  await site.start()
}
