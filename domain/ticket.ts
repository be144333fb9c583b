import { cut } from './truncate.ts'

const maxNameLength = 24

/** What a ticket shows of the name that its buyer typed: the first name and an initial, `Sam O.`. */
export function ticketName(typed: string): string {
  const [first = '', ...others] = typed.trim().split(/\s+/u)
  const initial = /^\p{L}\p{M}*/u.exec(others.at(-1) ?? '')?.[0].toUpperCase()
  const name = cut(first, maxNameLength)
  return initial ? `${name} ${initial}.` : name
}
