import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { sha256Base64url } from './request-context.ts'
import { requestWindow } from './request-window.ts'

/**
 * Limits the multipart forms of a session. Counted in this process before the session is looked up, so that refusing a
 * flood of forms costs no query.
 */
export function limitForms(
  app: FastifyInstance,
  { maxFormsPerMinute }: Pick<Config, 'maxFormsPerMinute'>,
): void {
  const countForm = requestWindow({
    max: maxFormsPerMinute,
    windowMs: 60_000,
    sentence: 'You’re sending forms too quickly. Wait a minute, then try again.',
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const session = isForm(request) && sessionCookie(request)
    if (session) countForm(sha256Base64url(session))
    done()
  })
}

function isForm({ routeOptions, headers }: FastifyRequest): boolean {
  return (
    routeOptions.config.acceptsUploads === true &&
    /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
  )
}

/** Not verified yet. A request without it, or with a forged one, is refused without a query. */
function sessionCookie({ cookies }: FastifyRequest): string | undefined {
  return Object.entries(cookies).find(([name]) => name.endsWith('session_token'))?.[1]
}
