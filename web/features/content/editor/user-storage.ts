import { readStored, removeStored, writeStored } from '../../../ui/browser-storage.ts'
import type { FormValues } from './form-values.ts'

/** Stores a value in this browser for one user. */
export function saveForUser(key: string, userId: number, value: object): void {
  // Without storage nothing is restored the next time.
  writeStored('localStorage', key, JSON.stringify({ userId, ...value }))
}

/** The value stored by this user; undefined for another user of the same browser. */
export function loadForUser(key: string, userId: number): Record<string, unknown> | undefined {
  try {
    const stored = JSON.parse(readStored('localStorage', key) ?? 'null')
    return stored?.userId === userId ? stored : undefined
  } catch {
    return undefined
  }
}

export function removeForUser(key: string): void {
  removeStored('localStorage', key)
}

/** The string entries of a stored form. */
export function stringEntries(typed: unknown): FormValues {
  return Object.fromEntries(
    Object.entries(Object(typed)).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}
