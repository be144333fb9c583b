import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { BasicLogger } from '../../ports/index.ts'
import {
  type PageImage,
  type RangeReader,
  type RecordingSample,
  SampleError,
  type SampleFault,
  type SampleMaker,
} from '../../ports/sample-maker.ts'
import { canLoadCanvas } from './canvas.ts'
import { watchMemory } from './memory.ts'
import { type FromWorker, maxReadBytes, type ToWorker } from './messages.ts'
import { startWorker } from './start-worker.ts'

type Options = {
  log: BasicLogger
  /** The timeout of a sample. */
  timeoutMs?: number
  /** The maximum resident memory of the process that makes a sample. */
  maxMemoryBytes?: number
  /** The folder of the workers. */
  workerFolder?: string
}

type Task = { worker: 'recording-worker' | 'pages-worker'; file: RangeReader; choice: object }

/**
 * A process of its own for each sample, one at a time. It has no environment, and may read our code only: no other
 * files, no subprocesses. It reads the stored file through this process.
 */
export function sampleMaker({
  log,
  timeoutMs = 45_000,
  maxMemoryBytes = 700_000_000,
  workerFolder = import.meta.dirname,
}: Options): SampleMaker {
  const running = new Set<ChildProcess>()
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  function runSequentially<T>(task: () => Promise<T>): Promise<T> {
    const result = last.then(task)
    last = result.catch(() => undefined)
    return result
  }

  function run({ worker, file, choice }: Task): Promise<object> {
    if (isClosed) return Promise.reject(new Error('The server stops'))
    const child = startWorker(join(workerFolder, worker))
    running.add(child)
    let isSettled = false
    return new Promise<object>((resolve, reject) => {
      const fail = (fault: SampleFault, reason: string) => {
        if (!isSettled) log.warn({ worker, fault, reason }, 'no sample of this file')
        isSettled = true
        reject(new SampleError(fault))
      }
      const timer = setTimeout(() => fail('exhausted', 'timed out'), timeoutMs)
      const stopWatching = watchMemory(child.pid, maxMemoryBytes, () => fail('exhausted', 'too much memory'))
      child.on('message', (message: FromWorker) => {
        if (message.type === 'read') void response(child, file, message).catch(reject)
        if (message.type === 'done') {
          isSettled = true
          resolve(message.sample)
        }
        if (message.type === 'failed') fail(message.fault, message.reason)
      })
      child.on('error', reject)
      child.on('exit', (code, signal) => {
        clearTimeout(timer)
        stopWatching()
        running.delete(child)
        if (isClosed) return reject(new Error('The server stops'))
        // Node.js aborts when its heap is full. This has no effect when the sample is ready.
        fail(signal === 'SIGABRT' ? 'exhausted' : 'damaged', `ended with ${signal ?? code}`)
      })
      send(child, { type: 'start', sizeBytes: file.sizeBytes, choice })
    }).finally(() => child.kill('SIGKILL'))
  }

  return {
    async cutRecording(file, range) {
      return checkedSample(
        await runSequentially(() => run({ worker: 'recording-worker', file, choice: range })),
      )
    },
    canDrawPages: canLoadCanvas(),
    async drawPages(file, choice) {
      const drawn = await runSequentially(() => run({ worker: 'pages-worker', file, choice }))
      return (drawn as { images: Array<PageImage> }).images
    },
    async close() {
      isClosed = true
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

/** The types that browsers play. The type decides how a browser treats the bytes, so the worker's claim is checked. */
const sampleTypes = /^(audio|video)\/(mp4|webm|mpeg|wav|flac|ogg)$/

function checkedSample(made: object): RecordingSample {
  const sample = made as RecordingSample
  if (!sampleTypes.test(sample.mimeType)) throw new SampleError('damaged')
  return sample
}

/** Reads for the worker, which is not trusted: it may request any range. */
async function response(
  child: ChildProcess,
  file: RangeReader,
  { id, start: from, end }: Extract<FromWorker, { type: 'read' }>,
): Promise<void> {
  const isValid = Number.isInteger(from) && Number.isInteger(end) && from >= 0 && end <= file.sizeBytes
  if (!isValid || from >= end || end - from > maxReadBytes) throw new SampleError('damaged')
  send(child, { type: 'bytes', id, bytes: await file.read(from, end) })
}

function send(child: ChildProcess, message: ToWorker): void {
  // Nothing is sent to a process that has ended; its exit is reported.
  if (child.connected) child.send(message, () => undefined)
}
