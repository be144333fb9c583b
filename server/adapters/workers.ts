import { existsSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { Tinypool } from 'tinypool'

type Options = {
  /** See `workerFilePath`. */
  filename: string
  /** How long an idle worker keeps running. */
  idleMs: number
  maxHeapMb: number
  /** A worker ended unexpectedly. The task that it ran fails as well. */
  onError(error: unknown): void
}

/**
 * One worker process for tasks, which wait for it. It starts with the first one and ends when idle, which returns the
 * memory of its native libraries too. It does not get the server's environment, so it has no secrets.
 */
export function openProcessPool({ filename, idleMs, maxHeapMb, onError }: Options): Tinypool {
  const pool = new Tinypool({
    filename,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    runtime: 'child_process',
    // Bytes stay bytes.
    serialization: 'advanced',
    execArgv: [...process.execArgv, `--max-old-space-size=${maxHeapMb}`],
    // The same as for the server, see scripts/start.mjs.
    env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536' },
  })
  pool.on('error', onError)
  return pool
}

/** The worker's file beside the built server, or its source in this folder. */
export function workerFilePath(built: string, source: string): string {
  const path = join(import.meta.dirname, built)
  return existsSync(path) ? path : join(import.meta.dirname, source)
}

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
