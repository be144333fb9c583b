import { join } from 'node:path'
import type { BasicLogger } from '../../ports/index.ts'
import {
  type PageImage,
  type RecordingSample,
  SampleError,
  type SampleFault,
  type SampleMaker,
  sampleFaults,
} from '../../ports/sample-maker.ts'
import { type Task, TaskError, taskRunner } from '../tasks/run-task.ts'
import { workerFolderOf } from '../tasks/start-worker.ts'
import { canLoadCanvas } from './canvas.ts'

type Options = {
  log: BasicLogger
  /** The timeout of a sample. */
  timeoutMs?: number
  /** The maximum resident memory of the process that makes a sample. */
  maxMemoryBytes?: number
  /** The folder of the workers. */
  workerFolder?: string
}

/**
 * A process of its own for each sample, one at a time. It has no environment, and may read our code only: no other
 * files, no subprocesses. It reads the stored file through this process.
 */
export function sampleMaker({
  log,
  timeoutMs = 45_000,
  maxMemoryBytes = 700_000_000,
  workerFolder = workerFolderOf('samples'),
}: Options): SampleMaker {
  const runner = taskRunner({ log, timeoutMs, maxMemoryBytes, maxHeapMb: 384, niceness: 10 })
  let last: Promise<unknown> = Promise.resolve()

  function runSequentially(task: Task): Promise<unknown> {
    const result = last.then(() => runner.run(task))
    last = result.catch(() => undefined)
    return result.catch((error: unknown) => {
      throw error instanceof TaskError ? new SampleError(faultOf(error)) : error
    })
  }

  return {
    async cutRecording(file, range) {
      const worker = join(workerFolder, 'recording-worker')
      return checkedSample((await runSequentially({ worker, file, choice: range })) as object)
    },
    canDrawPages: canLoadCanvas(),
    async drawPages(file, choice) {
      const worker = join(workerFolder, 'pages-worker')
      const drawn = await runSequentially({ worker, file, choice })
      return (drawn as { images: Array<PageImage> }).images
    },
    close: runner.close,
  }
}

function faultOf({ fault }: TaskError): SampleFault {
  if (fault === 'timeout' || fault === 'memory') return 'exhausted'
  return sampleFaults.find((known) => known === fault) ?? 'damaged'
}

/** The types that browsers play. The type decides how a browser treats the bytes, so the worker's claim is checked. */
const sampleTypes = /^(audio|video)\/(mp4|webm|mpeg|wav|flac|ogg)$/

function checkedSample(made: object): RecordingSample {
  const sample = made as RecordingSample
  if (!sampleTypes.test(sample.mimeType)) throw new SampleError('damaged')
  return sample
}
