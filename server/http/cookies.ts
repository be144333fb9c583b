import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Ports } from '../ports/index.ts'
import { timingSafeEquals } from './request-context.ts'

/**
 * While SESSION_SECRET is being replaced, signs the cookies that the secret before has signed with the new one, so that
 * nobody is signed out. A signed cookie is `value.signature` with HMAC-SHA256 in base64, as better-auth writes it.
 */
export function resignCookies(
  app: FastifyInstance,
  { sessionSecret, previousSecrets }: Pick<Config, 'sessionSecret' | 'previousSecrets'>,
): void {
  if (!sessionSecret || previousSecrets.length === 0) return
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    if (headers.cookie?.includes('tipdrop.'))
      headers.cookie = resign(headers.cookie, { sessionSecret, previousSecrets })
    done()
  })
}

function resign(
  header: string,
  { sessionSecret, previousSecrets }: { sessionSecret: string; previousSecrets: ReadonlyArray<string> },
): string {
  return header.replace(/=([^;]+)/g, (unchanged, encoded: string) => {
    const [, value, signature] = /^(.+)\.([\w+/]{43}=)$/.exec(decode(encoded)) ?? []
    if (!value || !signature) return unchanged
    const isOurs = previousSecrets.some((secret) => timingSafeEquals(sign(secret, value), signature))
    return isOurs ? `=${encodeURIComponent(`${value}.${sign(sessionSecret, value)}`)}` : unchanged
  })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.trim())
  } catch {
    return ''
  }
}

function sign(secret: string, value: string): string {
  return createHmac('sha256', secret).update(value).digest('base64')
}

/** The secrets whose signatures are accepted: the instance's own, and those that SESSION_SECRET lists after it. */
export function acceptedSecrets({ secret, config }: Pick<Ports, 'secret' | 'config'>): Array<string> {
  return [secret, ...config.previousSecrets]
}
