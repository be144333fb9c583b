import type { Lock, Locker } from '@tus/utils'
import { AppError } from '../../domain/errors.ts'

type Held = { release: () => void; over: Promise<void> }

/** Milliseconds until somebody who waits for an upload gives up. */
const patience = 15_000

/**
 * One request at a time for each upload. Whoever comes next asks the one before to stop: its connection may be dead without
 * our knowing, and a person who is back should not wait for that.
 */
export function uploadLocks(): Locker {
  const held = new Map<string, Held>()

  return {
    newLock(id: string): Lock {
      let free: () => void = () => undefined
      return {
        async lock(_signal, release) {
          const late = Date.now() + patience
          for (let before = held.get(id); before; before = held.get(id)) {
            before.release()
            await Promise.race([before.over, sleepUntil(late)])
            if (Date.now() >= late) throw new AppError('locked', 'This file is being sent from elsewhere.')
          }
          const over = new Promise<void>((resolve) => {
            free = resolve
          })
          held.set(id, { release: () => void release(), over })
        },
        async unlock() {
          held.delete(id)
          free()
        },
      }
    },
  }
}

function sleepUntil(moment: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, moment - Date.now()).unref())
}
