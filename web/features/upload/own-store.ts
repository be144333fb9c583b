import { readStored, removeStored, writeStored } from '../../ui/browser-storage.ts'
import type { Typed } from './typed.ts'

/** Keeps something in this browser for one person, until it is forgotten. */
export function keepOwn(key: string, who: number, what: object): void {
  // Where it is refused, it is only not there the next time.
  writeStored('localStorage', key, JSON.stringify({ who, ...what }))
}

/** What this person left; nothing of what somebody else left on the same machine. */
export function keptOwn(key: string, who: number): Record<string, unknown> | undefined {
  try {
    const kept = JSON.parse(readStored('localStorage', key) ?? 'null')
    return kept?.who === who ? kept : undefined
  } catch {
    return undefined
  }
}

export function forgetOwn(key: string): void {
  removeStored('localStorage', key)
}

/** What is text of what was kept as typed. */
export function textsOf(typed: unknown): Typed {
  return Object.fromEntries(
    Object.entries(Object(typed)).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}
