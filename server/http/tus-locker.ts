import type { Lock, Locker } from '@tus/server'
import { AppError } from '../../domain/errors.ts'

type ActiveLock = { release: () => void; released: Promise<void> }

/** How long a request waits for an upload's lock. */
const lockTimeoutMs = 15_000

/**
 * One request at a time for each upload. A new request asks the previous one to stop, because its connection may be
 * dead without notice.
 */
export function createTusLocker(): Locker {
  const activeLocks = new Map<string, ActiveLock>()

  return {
    newLock(id: string): Lock {
      let resolveReleased: () => void = () => undefined
      return {
        async lock(_signal, release) {
          const deadline = Date.now() + lockTimeoutMs
          for (let current = activeLocks.get(id); current; current = activeLocks.get(id)) {
            current.release()
            await Promise.race([current.released, sleepUntil(deadline)])
            if (Date.now() >= deadline)
              throw new AppError('upload_locked', 'This file is already being uploaded in another window.')
          }
          const released = new Promise<void>((resolve) => {
            resolveReleased = resolve
          })
          activeLocks.set(id, { release: () => void release(), released })
        },
        async unlock() {
          activeLocks.delete(id)
          resolveReleased()
        },
      }
    },
  }
}

function sleepUntil(moment: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, moment - Date.now()).unref())
}
