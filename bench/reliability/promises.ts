import { setTimeout as sleep } from 'node:timers/promises'
import { makeDue } from '../fault-injection.ts'
import { countInvariantViolations, countUndelivered } from '../fault-injection-queries.ts'
import type { ServerProcess } from '../server-process.ts'
import { nonZero } from './fault-run.ts'

/** Milliseconds until what a fault left undone must be done. */
const recoveryMs = 90_000

/**
 * What is not as promised once everything had the time to mend itself; `0` when all is well. Waits are taken out of the
 * database instead of being waited for, and `restart` makes the sweeper look at once. A server that is working off a backlog is
 * left alone.
 */
export async function promisesBroken(
  site: ServerProcess,
  restart: () => Promise<void> = () => killAndStart(site),
): Promise<string> {
  const deadline = performance.now() + recoveryMs
  let unsentBefore = Number.POSITIVE_INFINITY
  for (let look = 1; ; look++) {
    const { mailsNotSent, ...faults } = await countInvariantViolations(site)
    const waiting = await countUndelivered(site, -1)
    const found = nonZero({ ...faults, mailsNotSent, waiting })
    if (found === '0' || performance.now() > deadline) return found
    await sleep(200)
    if (look % 25 !== 0) continue
    const isProgressing = mailsNotSent < unsentBefore && mailsNotSent > 0
    unsentBefore = mailsNotSent
    if (isProgressing && look > 25) continue
    await makeDue(site)
    await restart()
  }
}

async function killAndStart(site: ServerProcess): Promise<void> {
  await site.kill()
  await site.start()
}
