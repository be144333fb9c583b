import type { Typed } from '../typed.ts'
import type { Left } from './rows.ts'

/** The form of many files as it was left. */
type KeptMany = { typed: Typed; files: Array<Left> }

const key = 'upload-many'

/** Keeps what is typed and how far each file has come, for this person in this browser. */
export function keepMany(who: number, kept: KeptMany): void {
  try {
    localStorage.setItem(key, JSON.stringify({ who, ...kept }))
  } catch {
    // A full or closed store: it is only not there the next time.
  }
}

/** What this person left; nothing of what somebody else left on the same machine. */
export function keptMany(who: number): KeptMany {
  try {
    const { who: whose, typed, files } = JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}
    if (whose !== who || !Array.isArray(files)) return { typed: {}, files: [] }
    const texts = Object.entries(Object(typed)).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    )
    return { typed: Object.fromEntries(texts), files: files.filter(isLeft) }
  } catch {
    return { typed: {}, files: [] }
  }
}

export function forgetMany(): void {
  localStorage.removeItem(key)
}

function isLeft(value: unknown): value is Left {
  const { name, size, lastModified, title, loaded } = Object(value)
  return (
    [name, title].every((one) => typeof one === 'string') &&
    [size, lastModified, loaded].every(Number.isFinite)
  )
}
