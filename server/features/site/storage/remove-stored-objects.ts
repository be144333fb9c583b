import type { Ports } from '../../../ports/index.ts'

/**
 * Removes stored objects that no row references anymore, and returns how many. Never throws: the change that left
 * them is saved, so a store that does not answer must not turn it into an error. It stops at the first failure, and
 * the garbage collection removes what stays.
 */
export async function removeStoredObjects(
  { fileStore, log }: Pick<Ports, 'fileStore' | 'log'>,
  keys: Array<string | null | undefined>,
): Promise<number> {
  let removed = 0
  for (const key of keys) {
    if (!key) continue
    try {
      await fileStore.remove(key)
    } catch (error) {
      log.warn({ err: error, key }, 'a stored object could not be removed; the garbage collection will')
      break
    }
    removed++
  }
  return removed
}
