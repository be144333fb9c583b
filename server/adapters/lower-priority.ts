import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Requests come before this process, and the server is the last to end when the machine has no memory left. */
export function lowerPriority(pid: number, niceness = 10): void {
  for (const lower of [
    () => setPriority(pid, niceness),
    () => process.platform === 'linux' && writeFileSync(`/proc/${pid}/oom_score_adj`, '1000'),
  ]) {
    try {
      lower()
    } catch {
      // Not every system allows it, and the process may have ended already.
    }
  }
}
