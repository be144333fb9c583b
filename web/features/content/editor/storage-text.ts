import type { StorageAccount } from '../../../../contract/resumable-uploads.ts'
import { formatBytes } from '../../../../domain/bytes-text.ts'

/** The used share above which the note is prominent. */
const nearlyFullShare = 0.8

export function isNearlyFull({ usedBytes, maxBytes }: StorageAccount): boolean {
  return usedBytes >= maxBytes * nearlyFullShare
}

export function usedText({ usedBytes, maxBytes }: StorageAccount): string {
  return `${formatBytes(usedBytes)} of ${formatBytes(maxBytes)} used`
}

/**
 * Why a file of `size` bytes cannot be uploaded; undefined when it can. `reservedBytes` of it are counted as used
 * already, because its upload has begun.
 */
export function storageError(
  storage: StorageAccount | undefined,
  { size, reservedBytes = 0 }: { size: number; reservedBytes?: number },
): { title: string; description: string } | undefined {
  if (!storage || size <= storage.remainingBytes + reservedBytes) return undefined
  const left = `You have ${formatBytes(storage.remainingBytes + reservedBytes)} left for uploads`
  const { proMaxBytes, maxBytes } = storage
  const hasMore = proMaxBytes !== null && proMaxBytes > maxBytes
  const pro = hasMore ? `, or get Pro for ${formatBytes(proMaxBytes)}` : ''
  return { title: 'Not enough storage', description: `${left}. Delete items you no longer need${pro}.` }
}
