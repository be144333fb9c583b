import { join } from 'node:path'
import type { z } from 'zod'
import type { BasicLogger } from '../../ports/index.ts'
import { SampleError, type SampleFault, type SampleMaker, sampleFaults } from '../../ports/sample-maker.ts'
import { type Task, TaskError, taskRunner } from '../tasks/run-task.ts'
import { workerFolderOf } from '../tasks/start-worker.ts'
import { canLoadCanvas } from './canvas.ts'
import { pageImages, recordingSample } from './sample-answers.ts'
import { sampleQueue } from './sample-queue.ts'

type Options = {
  log: BasicLogger
  /** The timeout of a sample, and of one while another owner waits. */
  timeoutMs?: number
  sharedTimeoutMs?: number
  /** The maximum resident memory of the process that makes a sample. */
  maxMemoryBytes?: number
  /** The folder of the workers. */
  workerFolder?: string
}

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
  maxMemoryBytes = 700_000_000,
  workerFolder = workerFolderOf('samples'),
}: Options): SampleMaker {
  const runner = taskRunner({ log, maxMemoryBytes, maxHeapMb: 384, niceness: 10 })
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
        if (fault === 'exhausted') queue.recordTooComplex(owner)
        throw new SampleError(fault)
      }
    }
  }

  return {
    async cutRecording({ owner, file }, range) {
      const worker = join(workerFolder, 'recording-worker')
      return checked(recordingSample(file, range), await run(owner, { worker, file, choice: range }))
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
  if (fault === 'timeout' || fault === 'memory') return 'exhausted'
  return sampleFaults.find((known) => known === fault) ?? 'damaged'
}

/** The answer as its schema says, and nothing else. */
function checked<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const { data, success } = schema.safeParse(answer)
  if (!success) throw new SampleError('damaged')
  return data
}
