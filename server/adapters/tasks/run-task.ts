import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { BasicLogger } from '../../ports/index.ts'
import type { RangeReader } from '../../ports/sample-maker.ts'
import { machineMemory, memoryLeft } from '../machine-memory.ts'
import { maxReadBytes, type ToWorker } from './messages.ts'
import { startWorker } from './start-worker.ts'

type Options = {
  log: BasicLogger
  maxHeapMb: number
  memory: TaskMemory
  /** See `lowerPriority`. */
  niceness: number
}

/**
 * The maximum resident memory of a process, and what an operator raises for more. It ends before less than `keptBytes`
 * are left in the control group of the server: the kernel may end the server with it.
 */
export type TaskMemory = { maxBytes: number; raisedBy: string; keptBytes: number }

/** `worker` is the path of its file without the extension. */
export type Task = {
  worker: string
  file: RangeReader
  choice: object
  /** Asked while the task runs, because it may depend on who waits. */
  timeoutMs: () => number
}

const timeoutCheckMs = 250
/** A process that the system killed may have been the wrong one. It is tried again when the others may have ended. */
const triesOfKilled = 2
const pauseOfKilledMs = 1_000

/**
 * The task failed, and would fail again. `fault` is the worker's word, or ours: `timeout`, `memory` (too much of it) or
 * `crashed`.
 */
export class TaskError extends Error {
  override name = 'TaskError'
  readonly fault: string
  constructor(fault: string, reason: string) {
    super(`${fault}: ${reason}`)
    this.fault = fault
  }
}

/** The process was ended because the machine, or its control group, had no memory left. */
class KilledError extends TaskError {}

export type TaskRunner = {
  /** The worker's answer, which is not trusted. Throws TaskError, and rethrows errors of `file.read`. */
  run(task: Task): Promise<unknown>
  close(): Promise<void>
}

/** The worker reads untrusted files, so its messages are not trusted either. */
const FromWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('read'), id: z.int(), start: z.int().nonnegative(), end: z.int() }),
  z.object({ type: z.literal('done'), result: z.unknown() }),
  z.object({ type: z.literal('failed'), fault: z.string().max(40), reason: z.string() }),
])
const maxReasonLength = 500

/** Runs each task in a process of its own, which reads the file through this process. */
export function taskRunner({ log, memory, ...options }: Options): TaskRunner {
  const running = new Set<ChildProcess>()
  let isClosed = false

  async function run(task: Task): Promise<unknown> {
    for (let tries = 1; ; tries++) {
      try {
        return await runOnce(task)
      } catch (error) {
        if (!(error instanceof KilledError) || tries === triesOfKilled) throw error
        await sleep(pauseOfKilledMs)
      }
    }
  }

  function runOnce({ worker, file, choice, timeoutMs }: Task): Promise<unknown> {
    if (isClosed) return Promise.reject(new Error('The server stops'))
    const child = startWorker(worker, options)
    running.add(child)
    return new Promise<unknown>((resolve, reject) => {
      const fail = (fault: string, reason: string) => reject(new TaskError(fault, reason))
      const startedAt = performance.now()
      const timer = setInterval(() => {
        if (performance.now() - startedAt > timeoutMs()) fail('timeout', `over ${timeoutMs()} ms`)
      }, timeoutCheckMs)
      const watch = watchMemory(child.pid, memory, {
        onExceeded: () => fail('memory', overLimit(memory)),
        onNoneLeft: (bytes) => reject(new KilledError('memory', noneLeft(bytes))),
      })
      child.on('message', (received) => {
        const { data: message } = FromWorker.safeParse(received)
        if (!message) return fail('crashed', 'sent an unknown message')
        if (message.type === 'read') void respond(child, file, message).catch(reject)
        if (message.type === 'done') resolve(message.result)
        if (message.type === 'failed') fail(message.fault, message.reason.slice(0, maxReasonLength))
      })
      child.on('error', reject)
      child.on('exit', (code, signal) => {
        clearInterval(timer)
        watch.stop()
        running.delete(child)
        // These have no effect on a task that has ended.
        if (isClosed) return reject(new Error('The server stops'))
        if (signal === 'SIGKILL') return reject(new KilledError('memory', killedAt(watch.lastBytes())))
        // Node.js aborts when its heap is full.
        if (signal === 'SIGABRT') return fail('memory', `its heap of ${options.maxHeapMb} MB is full`)
        fail('crashed', `ended with ${signal ?? code}`)
      })
      send(child, { type: 'start', sizeBytes: file.sizeBytes, choice })
    })
      .catch((error: unknown) => {
        if (error instanceof TaskError) log.warn({ worker, reason: error.message }, 'task of a file failed')
        throw error
      })
      .finally(() => child.kill('SIGKILL'))
  }

  return {
    run,
    async close() {
      isClosed = true
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

/** Reads for the worker, which may request any range. */
async function respond(
  child: ChildProcess,
  file: RangeReader,
  { id, start, end }: { id: number; start: number; end: number },
): Promise<void> {
  const isValid = start < end && end <= file.sizeBytes && end - start <= maxReadBytes
  if (!isValid) throw new TaskError('crashed', 'asked for bytes outside the file')
  send(child, { type: 'bytes', id, bytes: await file.read(start, end) })
}

function send(child: ChildProcess, message: ToWorker): void {
  // Nothing is sent to a process that has ended; its exit is reported.
  if (child.connected) child.send(message, () => undefined)
}

/** The operator reads it in the log. */
function overLimit({ maxBytes, raisedBy }: TaskMemory): string {
  return `the file needs more than ${megabytes(maxBytes)} MB. For more: ${raisedBy}`
}

function killedAt(bytes: number): string {
  return `the system ended the process at ${megabytes(bytes)} MB, because ${machineHas()}`
}

function noneLeft(bytes: number): string {
  return `the process was ended at ${megabytes(bytes)} MB, before nothing is left: ${machineHas()}`
}

function machineHas(): string {
  const { totalBytes, limitedBy } = machineMemory()
  return `${limitedBy} has ${megabytes(totalBytes)} MB for everything`
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6)
}

/** A process can fill some 50 MB between two looks. */
const intervalMs = 25

type Watchers = { onExceeded(): void; onNoneLeft(bytes: number): void }

/**
 * Calls `onExceeded` when a process has more than its maximum of resident memory: the heap limit of Node.js does not count
 * buffers and native memory. Calls `onNoneLeft` when the control group is nearly full. `lastBytes` is what the process
 * had last. Works on Linux only.
 */
function watchMemory(pid: number | undefined, { maxBytes, keptBytes }: TaskMemory, watchers: Watchers) {
  let lastBytes = 0
  if (process.platform !== 'linux' || pid === undefined)
    return { stop: () => undefined, lastBytes: () => lastBytes }
  const machine = machineMemory()
  const timer = setInterval(() => {
    lastBytes = residentBytes(pid) || lastBytes
    if (lastBytes > maxBytes) watchers.onExceeded()
    else if ((memoryLeft(machine) ?? keptBytes) < keptBytes) watchers.onNoneLeft(lastBytes)
  }, intervalMs)
  return { stop: () => clearInterval(timer), lastBytes: () => lastBytes }
}

/** Zero for a process that has ended. */
function residentBytes(pid: number): number {
  try {
    const [, kibibytes = 0] = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kibibytes) * 1_024
  } catch {
    return 0
  }
}
