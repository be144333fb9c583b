import { forgetOwn, keepOwn, keptOwn, textsOf } from '../own-store.ts'
import type { Typed } from '../typed.ts'
import type { Left } from './rows.ts'

/** The form of many files as it was left. */
type KeptMany = { typed: Typed; files: Array<Left> }

const key = 'upload-many'

/** Keeps what is typed and how far each file has come, for this person in this browser. */
export function keepMany(who: number, kept: KeptMany): void {
  keepOwn(key, who, kept)
}

export function keptMany(who: number): KeptMany {
  const { typed, files } = keptOwn(key, who) ?? {}
  return { typed: textsOf(typed), files: Array.isArray(files) ? files.filter(isLeft) : [] }
}

export function forgetMany(): void {
  forgetOwn(key)
}

function isLeft(value: unknown): value is Left {
  const { name, size, lastModified, title, loaded } = Object(value)
  return (
    [name, title].every((one) => typeof one === 'string') &&
    [size, lastModified, loaded].every(Number.isFinite)
  )
}
