import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../domain/errors.ts'

const nul = '\0'
const errorMessage = 'This text contains a character we can’t save. Please type it again.'

/** PostgreSQL stores every character except NUL, so NUL is rejected in every field. */
export function rejectNulCharacters(app: FastifyInstance): void {
  app.addHook('preValidation', ({ params, query, body }, _reply, done) => {
    for (const part of [params, query, body]) {
      if (Buffer.isBuffer(part) || part instanceof Readable) continue
      for (const [name, value] of Object.entries(part ?? {})) assertNoNul(name, value)
    }
    done()
  })
}

/** Throws AppError if the field's name or any nested value contains NUL. */
export function assertNoNul(name: string, value: unknown): void {
  if (containsNul([name, value])) throw new AppError('invalid_input', errorMessage, { [name]: errorMessage })
}

/** Iterative instead of recursive, because JSON may be nested deeper than the call stack. */
function containsNul(value: unknown): boolean {
  const stack = [value]
  while (stack.length > 0) {
    const next = stack.pop()
    if (typeof next === 'string' && next.includes(nul)) return true
    if (typeof next !== 'object' || next === null) continue
    for (const [name, inner] of Object.entries(next)) stack.push(name, inner)
  }
  return false
}
