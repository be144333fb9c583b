import { join } from 'node:path'
import { z } from 'zod'
import {
  type EncodedFormat,
  type EncodedImage,
  type ImageEncoder,
  ImageError,
  type ImageFault,
  type ImageRecipe,
  imageFaults,
} from '../../ports/image-encoder.ts'
import type { BasicLogger } from '../../ports/index.ts'
import { machineMemory, taskMemoryBytes } from '../machine-memory.ts'
import { TaskError, taskRunner } from '../tasks/run-task.ts'
import { workerFolderOf } from '../tasks/start-worker.ts'
import { imageSignature } from './image-signature.ts'

type Options = {
  log: BasicLogger
  /** The timeout of an image, including the process's start. */
  timeoutMs?: number
  /** The maximum resident memory of the process: by default what the machine has for it. */
  maxMemoryBytes?: number
  /** The folder of the worker. */
  workerFolder?: string
}

/** Where the machine has it: decoding takes up to 150 MB beside the libraries. */
const defaultMemoryBytes = 350_000_000

const keptBytes = 32 * 1024 ** 2

/** The maximum bytes of an encoded image. */
const maxEncodedBytes = 10 * 1024 ** 2

/**
 * A process of its own for each image. It has no environment, and may read our code only: no other files, no
 * subprocesses. The server itself never loads the image library.
 */
export function imageEncoder({
  log,
  timeoutMs = 20_000,
  maxMemoryBytes = taskMemoryBytes(defaultMemoryBytes, machineMemory()),
  workerFolder = workerFolderOf('images'),
}: Options): ImageEncoder {
  // Somebody waits for the image, so its priority is above that of documents and samples.
  const memory = { maxBytes: maxMemoryBytes, raisedBy: 'a machine with more memory', keptBytes }
  const runner = taskRunner({ log, memory, maxHeapMb: 128, niceness: 3 })
  const worker = join(workerFolder, 'image-worker')

  return {
    async encode(bytes, recipe) {
      const signature = imageSignature(bytes)
      if (!signature) throw new ImageError('not_an_image')
      if (signature === 'heic') throw new ImageError('heic')
      const read = async (start: number, end: number) => bytes.subarray(start, end)
      const answer = await runner
        .run({ worker, file: { sizeBytes: bytes.length, read }, choice: recipe, timeoutMs: () => timeoutMs })
        .catch((error: unknown) => {
          throw error instanceof TaskError ? new ImageError(faultOf(error)) : error
        })
      return checkedImages(answer, recipe)
    },
    close: runner.close,
  }
}

function faultOf({ fault }: TaskError): ImageFault {
  if (fault === 'timeout') return 'too_slow'
  if (fault === 'memory') return 'too_much_memory'
  return imageFaults.find((known) => known === fault) ?? 'damaged'
}

/** A process that reads untrusted images is not trusted either. Its images are stored and shown to everyone. */
function checkedImages(answer: unknown, { box, outputs }: ImageRecipe): Array<EncodedImage> {
  const schema = z.object({
    images: z
      .array(
        z.object({
          bytes: z.instanceof(Uint8Array).refine(({ length }) => length > 0 && length <= maxEncodedBytes),
          width: z.int().min(1).max(box.width),
          height: z.int().min(1).max(box.height),
        }),
      )
      .length(outputs.length),
  })
  const { data } = schema.safeParse(answer)
  const areAllAsAsked = data?.images.every(({ bytes }, index) => isFormat(bytes, outputs[index]?.format))
  if (!data || !areAllAsAsked) throw new ImageError('damaged')
  return data.images.map(({ bytes, ...size }) => ({
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    ...size,
  }))
}

function isFormat(bytes: Uint8Array, format: EncodedFormat | undefined): boolean {
  return imageSignature(bytes) === format
}
