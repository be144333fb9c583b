import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A mail program posts to the route for its reader, without our pages. */
    answersMailPrograms?: boolean
  }
}

/** Enough for the one field of such a request. */
const maxBodyBytes = 32 * 1024

/** A hidden field of our own page's form, which is answered with the page. */
export const pageField = 'page'

/**
 * Accepts any body, of any content type or none: mail programs post `List-Unsubscribe=One-Click` in several forms (RFC
 * 8058), and the token in the path says everything. Only the fields of an URL-encoded form are read.
 */
export function registerAnyBodyParser(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBodyBytes }, (request, body, done) => {
    done(null, isForm(request.headers) ? Object.fromEntries(new URLSearchParams(String(body))) : {})
  })
  // A content type that is none gets 415 before any parser. The parser above needs to know forms only.
  scope.addHook('onRequest', async ({ headers }) => {
    if (!isForm(headers)) headers['content-type'] = 'text/plain'
  })
  scope.addHook('preValidation', async (request) => {
    request.body ??= {}
  })
}

function isForm(headers: IncomingHttpHeaders): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '')
}
