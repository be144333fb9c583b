import type { RunningProcess } from '../../../../contract/monitoring.ts'
import type { HeartbeatRow } from './heartbeat.ts'

/** Three heartbeats. */
const respondingMs = 45_000
/** How long a silent process is shown although another one has taken its place: on its machine, or on any. */
const replacedMs = 60_000
const replacedElsewhereMs = 10 * 60_000

/** The processes that run, and those that went silent and were not replaced. */
export function presentProcesses(rows: ReadonlyArray<HeartbeatRow>, now: Date): Array<RunningProcess> {
  const replaced = findReplaced(rows, now)
  return rows
    .filter(({ id }) => !replaced.has(id))
    .map(({ residentBytes, backupSettings: _, ...row }) => ({
      ...row,
      memoryBytes: residentBytes,
      startedAt: row.startedAt.toISOString(),
      seenAt: row.seenAt.toISOString(),
      isResponding: isResponding(row, now),
    }))
}

function isResponding({ seenAt }: Pick<HeartbeatRow, 'seenAt'>, now: Date): boolean {
  return now.getTime() - seenAt.getTime() < respondingMs
}

/**
 * The silent processes whose place another one of their role has taken: it runs and started after they were last seen.
 * Each takes one place, first that of a process on its own machine.
 */
function findReplaced(rows: ReadonlyArray<HeartbeatRow>, now: Date): Set<string> {
  const silent = rows
    .filter((row) => !isResponding(row, now))
    .toSorted((a, b) => a.seenAt.getTime() - b.seenAt.getTime())
  const free = new Set(
    rows
      .filter((row) => isResponding(row, now))
      .toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime()),
  )
  const replaced = new Set<string>()
  const replace = (minSilentMs: number, isPlaceOf: (one: HeartbeatRow, other: HeartbeatRow) => boolean) => {
    for (const gone of silent) {
      if (replaced.has(gone.id) || now.getTime() - gone.seenAt.getTime() < minSilentMs) continue
      const successor = [...free].find(
        (row) => row.role === gone.role && row.startedAt >= gone.seenAt && isPlaceOf(row, gone),
      )
      if (!successor) continue
      free.delete(successor)
      replaced.add(gone.id)
    }
  }
  replace(replacedMs, (row, gone) => row.hostname === gone.hostname)
  replace(replacedElsewhereMs, () => true)
  return replaced
}

/** Whether processes run, and none of them runs the queue and the periodic tasks. */
export function hasNoWorker(processes: ReadonlyArray<RunningProcess>): boolean {
  const running = processes.filter((one) => one.isResponding)
  return running.length > 0 && running.every(({ role }) => role === 'web')
}

/** The settings of backups of the worker that makes them: of several, the newest with a schedule. */
export function backupSettingsOfWorker(rows: ReadonlyArray<HeartbeatRow>, now: Date) {
  const workers = rows.flatMap((row) =>
    row.backupSettings && isResponding(row, now)
      ? [{ ...row.backupSettings, worker: { hostname: row.hostname, pid: row.pid } }]
      : [],
  )
  return workers.find(({ schedule }) => schedule.length > 0) ?? workers[0]
}
