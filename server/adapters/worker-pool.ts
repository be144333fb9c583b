import { existsSync } from 'node:fs'
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

/** One worker thread for tasks, which wait for it. It starts with the first one and ends when idle. */
export function openWorkerPool({ filename, idleMs, maxHeapMb, onError }: Options): Tinypool {
  const pool = new Tinypool({
    filename,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    // A worker that waits for messages can always be terminated; one that waits on shared memory cannot.
    useAtomics: false,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 16 },
  })
  pool.on('error', onError)
  return pool
}

/** The worker's file beside the built server, or its source in this folder. */
export function workerFilePath(built: string, source: string): string {
  const path = join(import.meta.dirname, built)
  return existsSync(path) ? path : join(import.meta.dirname, source)
}
