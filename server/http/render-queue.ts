import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../domain/errors.ts'

export type RenderQueue = { run<T>(render: () => Promise<T>): Promise<T> }

/**
 * Renders a few pages at a time and lets other requests through between them. Past `maxWaiting` it refuses at once:
 * throws AppError `unavailable`.
 */
export function renderQueue({ maxParallel = 3, maxWaiting = 100 } = {}): RenderQueue {
  const waiting: Array<() => void> = []
  let running = 0

  async function next(): Promise<void> {
    // A page is rendered in one piece. The turn in between belongs to whoever asks for something small.
    await nextTurn()
    running -= 1
    waiting.shift()?.()
  }

  return {
    async run(render) {
      if (running >= maxParallel) {
        if (waiting.length >= maxWaiting)
          throw new AppError('unavailable', 'Many people are looking right now. Try again in a moment.')
        await new Promise<void>((turn) => waiting.push(turn))
      }
      running += 1
      try {
        return await render()
      } finally {
        void next()
      }
    },
  }
}
