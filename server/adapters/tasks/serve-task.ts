import type { RangeReader } from '../../ports/sample-maker.ts'
import { type FromWorker, maxReadBytes, type ToWorker } from './messages.ts'

/** Runs one task in this process, which the server started for it and ends afterwards. */
export function serveTask<Choice>(make: (file: RangeReader, choice: Choice) => Promise<object>): void {
  const reads = new Map<number, (bytes: Uint8Array) => void>()
  let lastId = 0

  function read(start: number, end: number): Promise<Uint8Array> {
    if (end - start > maxReadBytes) return Promise.reject(new Error('Too much to read at once'))
    const id = ++lastId
    send({ type: 'read', id, start, end })
    return new Promise((resolve) => reads.set(id, resolve))
  }

  process.on('message', (message: ToWorker) => {
    if (message.type === 'start') {
      // Only the server that starts this process sends messages, so they are trusted.
      const choice = message.choice as Choice
      void make({ sizeBytes: message.sizeBytes, read }, choice).then(
        (result) => send({ type: 'done', result }),
        (error: unknown) => send({ type: 'failed', ...describe(error) }),
      )
      return
    }
    reads.get(message.id)?.(message.bytes)
    reads.delete(message.id)
  })
  // The process ends with the server, also when the server is killed.
  process.on('disconnect', () => process.exit())
}

function send(message: FromWorker): void {
  process.send?.(message)
}

/** An error of the parser means that the file is not what the parser expects. */
function describe(error: unknown) {
  const hasFault = error instanceof Error && 'fault' in error && typeof error.fault === 'string'
  return {
    fault: hasFault ? String(error.fault) : 'damaged',
    reason: error instanceof Error ? error.message : String(error),
  }
}
