import type { FastifyInstance } from 'fastify'
import type { AppError } from '../../domain/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A browser sends this form by itself, without any script. */
    acceptsUrlencoded?: boolean
  }
  interface FastifyRequest {
    /** The address of the form's page with what was typed, and the refusal as a problem that the page knows. */
    backToForm?: (refusal: AppError) => string
  }
}

/** Bytes: a few short fields. */
const maxBodyBytes = 32 * 1024

/** Reads what a form without a script sends; of a name that comes twice, the last counts. */
export function registerUrlencodedParser(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBodyBytes },
    (_, body, done) => done(null, parseFields(String(body))),
  )
}

/** Browsers send lines of a form with CRLF; we count and keep them as they were typed. */
function parseFields(body: string): Record<string, string> {
  const pairs = [...new URLSearchParams(body)]
  return Object.fromEntries(pairs.map(([name, value]) => [name, value.replace(/\r\n?/g, '\n')]))
}
