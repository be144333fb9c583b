import type { FastifyInstance } from 'fastify'
import { toLineFeeds } from '../../contract/text.ts'
import type { AppError } from '../../domain/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route accepts forms that a browser sends without scripts. */
    acceptsUrlencoded?: boolean
  }
  interface FastifyRequest {
    /** The URL of the form's page with the input, and the error as a code that the page knows. */
    formErrorUrl?: (refusal: AppError) => string
  }
}

/** Enough for the few short fields of such a form. */
const maxBodyBytes = 32 * 1024

/** Parses forms sent without scripts; of repeated names the last one counts. */
export function registerUrlencodedParser(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBodyBytes },
    (_, body, done) => done(null, parseFields(String(body))),
  )
}

function parseFields(body: string): Record<string, string> {
  const pairs = [...new URLSearchParams(body)]
  return Object.fromEntries(pairs.map(([name, value]) => [name, toLineFeeds(value)]))
}
