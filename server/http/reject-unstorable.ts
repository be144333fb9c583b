import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../domain/errors.ts'

const errorMessage = 'This text contains a character we can’t save. Please type it again.'

/** PostgreSQL stores no NUL, and UTF-8 no half of a character, so both are rejected in every field. */
export function rejectUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', ({ params, query, body }, _reply, done) => {
    for (const part of [params, query, body]) {
      if (Buffer.isBuffer(part) || part instanceof Readable) continue
      for (const [name, value] of Object.entries(part ?? {})) assertStorable(name, value)
    }
    done()
  })
}

/** Throws AppError if the field's name or any nested value contains NUL or a lone surrogate. */
export function assertStorable(name: string, value: unknown): void {
  if (isUnstorable([name, value])) throw new AppError('invalid_input', errorMessage, { [name]: errorMessage })
}

/** Iterative instead of recursive, because JSON may be nested deeper than the call stack. */
function isUnstorable(value: unknown): boolean {
  const stack = [value]
  while (stack.length > 0) {
    const next = stack.pop()
    if (typeof next === 'string' && (next.includes('\0') || !next.isWellFormed())) return true
    if (typeof next !== 'object' || next === null) continue
    for (const [name, inner] of Object.entries(next)) stack.push(name, inner)
  }
  return false
}
