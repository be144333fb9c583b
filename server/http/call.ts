import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { paymentSecretHeader } from '../../contract/purchases.ts'
import type { Route } from '../../contract/route.ts'
import type { Config } from '../config.ts'

/** Whoever is signed in. */
export type Viewer = {
  id: string
  email: string
  isAdmin: boolean
  sessionId: string
  signedInAt: Date
}

/** How a buyer proves the attempt is theirs: the hash of the cookie of the browser that started it, or the client secret. */
export type BuyerProof = { browser: string | undefined; paymentSecret: string | undefined }

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined

export type Call<R extends Route> = {
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  body: Parsed<R['body']>
  viewer: R['access'] extends 'creator' | 'admin' ? Viewer : Viewer | undefined
  buyer: BuyerProof
  /** The browser's hash, after giving it a buyer cookie when it had none. */
  knownBrowser(): string
  /** Raw request headers, for what must look at them itself (sessions, webhooks). */
  headers: FastifyRequest['headers']
  /** The caller's address, as our own proxies state it. */
  ip: string
  setCookies(lines: Array<string>): void
}

/** A sibling subdomain cannot plant a cookie named __Host-, and browsers accept that name over https only. */
const buyerCookie = (isHttps: boolean) => (isHttps ? '__Host-buyer' : 'buyer')
/** Seconds: browsers keep a cookie 400 days at the most. */
const buyerCookieAge = 400 * 24 * 3_600

export function callOf<R extends Route>(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  viewer: Viewer | undefined,
): Call<R> {
  const isHttps = config.publicUrl.startsWith('https:')
  const cookieName = buyerCookie(isHttps)
  const cookie = request.cookies[cookieName]
  const secret = request.headers[paymentSecretHeader]
  const call = {
    params: request.params,
    query: request.query,
    body: request.body,
    viewer,
    buyer: {
      browser: cookie ? hashOf(cookie) : undefined,
      paymentSecret: typeof secret === 'string' ? secret : undefined,
    },
    headers: request.headers,
    ip: request.ip,
    knownBrowser() {
      if (cookie) return hashOf(cookie)
      const fresh = randomBytes(32).toString('base64url')
      reply.setCookie(cookieName, fresh, {
        httpOnly: true,
        sameSite: 'lax',
        secure: isHttps,
        path: '/',
        maxAge: buyerCookieAge,
      })
      return hashOf(fresh)
    },
    setCookies(lines: Array<string>) {
      for (const line of lines) reply.header('set-cookie', line)
    },
  }
  // The schemas have run and the door has been passed: from here the call is what the contract says.
  return call as unknown as Call<R>
}

/** SHA-256 in base64url: what is kept of a secret that we only need to recognise. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
