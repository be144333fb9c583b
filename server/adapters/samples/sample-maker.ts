import { join } from 'node:path'
import { z } from 'zod'
import { peaksPattern } from '../../../domain/waveform.ts'
import { roundRobin } from '../../http/round-robin.ts'
import type { BasicLogger } from '../../ports/index.ts'
import {
  type RangeReader,
  SampleError,
  type SampleFault,
  type SampleMaker,
  type SampleRange,
  sampleFaults,
} from '../../ports/sample-maker.ts'
import { imageSignature } from '../images/image-signature.ts'
import { machineMemory, taskMemoryBytes } from '../machine-memory.ts'
import { type Task, TaskError, taskRunner } from '../tasks/run-task.ts'
import { workerFolderOf } from '../tasks/start-worker.ts'
import { canLoadCanvas } from './canvas.ts'
import { maxSampleBytes, pageBox } from './sample-limits.ts'

type Options = {
  log: BasicLogger
  /** The timeout of a sample, and of one while another owner waits. */
  timeoutMs?: number
  sharedTimeoutMs?: number
  /** The maximum resident memory of the process that makes a sample: by default what the machine has for it. */
  maxMemoryBytes?: number | undefined
  /** The folder of the workers. */
  workerFolder?: string
}

/** Where the machine has it: enough for pages with one picture of 40 million pixels. */
const defaultMemoryBytes = 700_000_000

/** Nobody waits for a sample, so it makes way before an image does. */
const keptBytes = 64 * 1024 ** 2

/** A file that was ended for another owner's waits for its turn again, twice. */
const maxTries = 3

/**
 * A process of its own for each sample, one at a time. It has no environment, and may read our code only: no other
 * files, no subprocesses. It reads the stored file through this process. Owners take turns, and a sample that takes
 * long goes back into the queue when another owner waits.
 */
export function sampleMaker({
  log,
  timeoutMs = 45_000,
  sharedTimeoutMs = 10_000,
  maxMemoryBytes = taskMemoryBytes(defaultMemoryBytes, machineMemory()),
  workerFolder = workerFolderOf('samples'),
}: Options): SampleMaker {
  const memory = { maxBytes: maxMemoryBytes, raisedBy: 'SAMPLE_MEMORY_BYTES', keptBytes }
  const runner = taskRunner({ log, memory, maxHeapMb: 384, niceness: 10 })
  const queue = sampleQueue()

  async function run(owner: string, task: Omit<Task, 'timeoutMs'>): Promise<unknown> {
    const limitMs = () => (queue.doOthersWait(owner) ? sharedTimeoutMs : timeoutMs)
    for (let tries = 1; ; tries++) {
      let startedAt = 0
      try {
        return await queue.run(owner, () => {
          startedAt = performance.now()
          return runner.run({ ...task, timeoutMs: limitMs })
        })
      } catch (error) {
        if (!(error instanceof TaskError)) throw error
        const hadItsTime = performance.now() - startedAt >= timeoutMs
        const mayTryAgain = !hadItsTime && tries < maxTries && !queue.isLast(owner)
        if (error.fault === 'timeout' && mayTryAgain) continue
        const fault = faultOf(error)
        if (fault === 'exhausted' || fault === 'memory') queue.recordTooComplex(owner)
        throw new SampleError(fault)
      }
    }
  }

  return {
    async cutRecording({ owner, file }, range) {
      const worker = join(workerFolder, 'recording-worker')
      return checked(recordingSample(file, range), await run(owner, { worker, file, choice: range }))
    },
    async measureRecording({ owner, file }) {
      const worker = join(workerFolder, 'measure-worker')
      return checked(recordingMeasure, await run(owner, { worker, file, choice: {} }))
    },
    canDrawPages: canLoadCanvas(),
    async drawPages({ owner, file }, choice) {
      const worker = join(workerFolder, 'pages-worker')
      const { images } = checked(pageImages(choice), await run(owner, { worker, file, choice }))
      return images
    },
    close: runner.close,
  }
}

function faultOf({ fault }: TaskError): SampleFault {
  if (fault === 'timeout') return 'exhausted'
  return sampleFaults.find((known) => known === fault) ?? 'damaged'
}

/** The answer as its schema says, and nothing else. */
function checked<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const { data, success } = schema.safeParse(answer)
  if (!success) throw new SampleError('damaged')
  return data
}

/** Above the numbers of every screen and recording, and within those of the database's columns. */
const maxEdgePx = 16_384
const maxRecordingMs = 2_147_483_647
/** What the frames and headers of a sample may add to what was chosen. */
const maxExtraMs = 30_000
const maxHeaderBytes = 2_000_000
const maxPageBytes = 5_000_000

const edge = z.int().min(1).max(maxEdgePx)

/**
 * The answer of a process that read a stranger's file, which is not trusted. The type decides how a browser treats the
 * bytes, so it is one that browsers play.
 */
function recordingSample(file: RangeReader, { seconds }: SampleRange) {
  const sample = <Kind extends 'audio' | 'video'>(kind: Kind) =>
    z.object({
      kind: z.literal(kind),
      mimeType: z.string().regex(new RegExp(`^${kind}/(mp4|webm|mpeg|wav|flac|ogg)$`)),
      bytes: bytesUpTo(Math.min(maxSampleBytes[kind], file.sizeBytes) + maxHeaderBytes),
      durationMs: z
        .int()
        .min(1)
        .max(seconds * 1_000 + maxExtraMs),
      startMs: z.int().min(0).max(maxRecordingMs),
      recordingDurationMs: z.int().min(1).max(maxRecordingMs),
    })
  return z.discriminatedUnion('kind', [
    sample('audio'),
    sample('video').extend({ width: edge, height: edge }),
  ])
}

const recordingMeasure = z.object({
  durationMs: z.int().min(1).max(maxRecordingMs),
  peaks: z.string().regex(peaksPattern).nullable(),
})

/** The pages that were drawn: at most the chosen number, each in WebP. */
function pageImages({ pages }: { pages: number }) {
  const image = z.object({
    bytes: bytesUpTo(maxPageBytes).refine((bytes) => imageSignature(bytes) === 'webp'),
    width: z.int().min(1).max(pageBox.width),
    height: z.int().min(1).max(pageBox.height),
  })
  return z.object({ images: z.array(image).min(1).max(pages) })
}

function bytesUpTo(maxBytes: number) {
  return z.instanceof(Uint8Array).refine(({ length }) => length > 0 && length <= maxBytes)
}

/** After this many files of one owner that were too complex, its next ones wait until no other owner does. */
const maxTooComplex = 2
const penaltyMs = 3_600_000

export type SampleQueue = {
  /** Runs one task at a time. Owners take turns. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>
  /** Whether another owner waits whose turn comes before the rest of this owner's work. */
  doOthersWait(owner: string): boolean
  recordTooComplex(owner: string): void
  isLast(owner: string): boolean
}

/** `now` returns milliseconds. */
export function sampleQueue(now: () => number = () => performance.now()): SampleQueue {
  const waiting = roundRobin<() => void>()
  const last = roundRobin<() => void>()
  const tooComplexAt = new Map<string, Array<number>>()
  let isRunning = false

  function recentTooComplex(owner: string): Array<number> {
    return (tooComplexAt.get(owner) ?? []).filter((at) => now() - at < penaltyMs)
  }

  const isLast = (owner: string) => recentTooComplex(owner).length >= maxTooComplex

  const others = (lane: typeof waiting, owner: string) => lane.count() - lane.countOf(owner)

  return {
    async run(owner, work) {
      if (isRunning) {
        const lane = isLast(owner) ? last : waiting
        await new Promise<void>((start) => lane.add(owner, start))
      }
      isRunning = true
      try {
        return await work()
      } finally {
        const next = waiting.take(owner) ?? last.take(owner)
        // The next one takes over, so nobody may come in between.
        if (next) next()
        else isRunning = false
      }
    },
    doOthersWait: (owner) => others(waiting, owner) + (isLast(owner) ? others(last, owner) : 0) > 0,
    recordTooComplex(owner) {
      for (const known of tooComplexAt.keys())
        if (recentTooComplex(known).length === 0) tooComplexAt.delete(known)
      tooComplexAt.set(owner, [...recentTooComplex(owner), now()])
    },
    isLast,
  }
}
