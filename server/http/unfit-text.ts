import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../domain/errors.ts'

const nul = '\0'
const sentence = 'There is a character in this that cannot be kept. Please type it again.'

/** PostgreSQL keeps every character but NUL, and no person types one: it is refused at the door, for every field alike. */
export function refuseUnfitText(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    for (const part of [params, query, body]) {
      if (Buffer.isBuffer(part) || part instanceof Readable) continue
      for (const [name, value] of Object.entries(part ?? {})) refuseUnfit(name, value)
    }
  })
}

/** Throws AppError for a field whose name or value, however deep, holds the character. */
export function refuseUnfit(name: string, value: unknown): void {
  if (holdsNul([name, value])) throw new AppError('invalid_input', sentence, { [name]: sentence })
}

/** A list of what is still to be looked at instead of calls within calls: JSON may be nested deeper than those go. */
function holdsNul(value: unknown): boolean {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string' && next.includes(nul)) return true
    if (typeof next !== 'object' || next === null) continue
    for (const [name, inner] of Object.entries(next)) waiting.push(name, inner)
  }
  return false
}
