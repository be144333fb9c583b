import { readStored, removeStored, writeStored } from '../../../ui/browser-storage.ts'
import type { FormValues } from './form-values.ts'

/** Keeps something in this browser for one person, until it is forgotten. */
export function saveForUser(key: string, userId: number, value: object): void {
  // Where it is refused, it is only not there the next time.
  writeStored('localStorage', key, JSON.stringify({ userId, ...value }))
}

/** What this person left; nothing of what somebody else left on the same machine. */
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

/** What is text of what was kept as typed. */
export function stringEntries(typed: unknown): FormValues {
  return Object.fromEntries(
    Object.entries(Object(typed)).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}
