import type { BatchRow } from './repository.ts'

/** `2611-1`: year, month and count. */
export function batchNumber({ month, count }: Pick<BatchRow, 'month' | 'count'>): string {
  return `${month.slice(2, 4)}${month.slice(5)}-${count}`
}
