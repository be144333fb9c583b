import type { Ports } from '../../../ports/index.ts'
import type { ReplicaStatus } from '../../../ports/replica.ts'
import { hasOpenAlert, raiseOrUpdateAlert, resolveAlerts } from '../../telling/alerts/service.ts'

const kind = 'replica-behind'
const target = 'replica'
const maxLagSeconds = 60

/**
 * Raises an alert while the copy of the instance is behind, fails, or does not hold up commits that should wait for it.
 * Resolves it when it has caught up, or when there is no copy any more.
 */
export async function checkReplica(ports: Ports): Promise<void> {
  const { db, replica } = ports
  const status = replica?.status()
  if (status?.isStarting) return
  const message = status && problemOf(status)
  if (message === undefined && !(await hasOpenAlert(db, { kind, target }))) return
  await db.transaction((tx) =>
    message === undefined
      ? resolveAlerts(tx, ports, { kinds: [kind], target })
      : raiseOrUpdateAlert(tx, ports, { kind, target, message }),
  )
}

/** What is wrong with a copy, as sentences; undefined when nothing is. */
function problemOf(status: ReplicaStatus): string | undefined {
  const { place, lagSeconds, problem, shouldWait, isWaiting } = status
  const isBehind = lagSeconds > maxLagSeconds
  const goesOn = shouldWait && !isWaiting
  if (!isBehind && !goesOn && problem === null) return undefined
  return [
    lagSeconds > 1
      ? `The copy in ${place} is ${durationOf(lagSeconds)} behind.`
      : `Not everything is copied to ${place}.`,
    ...(goesOn ? ['Sales go on without waiting for it.'] : []),
    ...(problem === null ? [] : [`The last attempt failed: ${problem}`]),
  ].join(' ')
}

function durationOf(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} seconds`
  return seconds < 7_200 ? `${Math.floor(seconds / 60)} minutes` : `${Math.floor(seconds / 3_600)} hours`
}
