import { forgetOwn, keepOwn, keptOwn, textsOf } from './own-store.ts'
import type { Typed } from './typed.ts'

/** A file that was on its way: enough to know it again, and how much of it is with the server. */
export type Begun = {
  uploadId: string
  name: string
  size: number
  lastModified: number
  /** Bytes. */
  loaded: number
}

/** The form as it was left. `goOn` is the button that was pressed when the session ended. */
export type KeptForm = { typed: Typed; begun?: Begun; goOn?: string }

const key = 'upload-form'

/** Keeps the form for this person in this browser, until it is published or they start over. */
export function keepForm(who: number, change: Partial<KeptForm>): void {
  keepOwn(key, who, { typed: {}, ...keptForm(who), ...change })
}

export function keptForm(who: number): KeptForm | undefined {
  const { typed, begun, goOn } = keptOwn(key, who) ?? {}
  if (typeof typed !== 'object' || typed === null) return undefined
  return {
    typed: textsOf(typed),
    ...(isBegun(begun) && { begun }),
    ...(typeof goOn === 'string' && { goOn }),
  }
}

export function forgetForm(): void {
  forgetOwn(key)
}

/** Whether this is the file that was on its way. */
export function isSame(file: File, begun: Begun): boolean {
  return file.name === begun.name && file.size === begun.size && file.lastModified === begun.lastModified
}

function isBegun(value: unknown): value is Begun {
  const { uploadId, name, size, lastModified, loaded } = Object(value)
  const numbers = [size, lastModified, loaded]
  return [uploadId, name].every((one) => typeof one === 'string') && numbers.every(Number.isFinite)
}
