import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { StaffRole } from '../../contract/accounts.ts'
import { paymentSecretHeader } from '../../contract/purchases.ts'
import type { Route, Schema } from '../../contract/route.ts'
import type { ApiScope } from '../../contract/scopes.ts'
import type { Config } from '../config.ts'

/** The signed-in user. */
export type Viewer = {
  id: string
  email: string
  /** An admin whose session is confirmed by a passkey, if they have one. */
  isAdmin: boolean
  /** The role that was given to the account, also while `needsPasskey`. */
  role?: StaffRole | undefined
  /** The account has a role and a passkey, and this session is not confirmed with one. */
  needsPasskey?: boolean
  sessionId: string
  signedInAt: Date
  /** The OpenID provider may have signed in without asking the person. */
  isSilent?: boolean
  /** A program calls with this key in the name of the user, who is then no admin. */
  apiKey?: { id: number; scopes: ReadonlyArray<ApiScope> }
}

/** The proof that a checkout belongs to the buyer: the hash of the browser's cookie, or the client secret. */
export type BuyerProof = { cookieHash: string | undefined; paymentSecret: string | undefined }

/** Reads the session of a request, for routes for anyone that answer some differently. */
export type FindViewer = () => Promise<Viewer | undefined>

/** What a handler returns, before the response schema filters it. */
export type ReplyOf<R extends Route> = R['response'] extends Schema ? z.input<R['response']> : undefined
type Parsed<S> = S extends Schema ? z.output<S> : undefined

export type RequestContext<R extends Route> = {
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  body: Parsed<R['body']>
  viewer: R['auth'] extends 'creator' | 'admin' ? Viewer : Viewer | undefined
  /** For a GET route for anyone, whose `viewer` is undefined. */
  findViewer: FindViewer
  buyer: BuyerProof
  /** Whether nobody sees the response: a HEAD request, or a page that a browser loads ahead. */
  isPreview: boolean
  /** The hash of the buyer cookie, which is set when missing. */
  ensureBuyerCookie(): string
  /** Deletes the buyer cookie: this browser no longer knows what it bought. */
  forgetBuyerCookie(): void
  /** Raw request headers, for handlers that need them (sessions, webhooks). */
  headers: FastifyRequest['headers']
  /** The client's IP address, as our own proxies report it. */
  ip: string
  setCookies(lines: Array<string>): void
  setHeader(name: 'link' | 'x-total-count', value: string): void
}

/** A sibling subdomain cannot set a cookie named __Host-, and browsers accept that name over https only. */
const buyerCookie = (isHttps: boolean) => (isHttps ? '__Host-buyer' : 'buyer')
/** Whether a request comes from a browser that has started a checkout. */
export function hasBuyerCookie(cookieHeader: string | undefined): boolean {
  return /(?:^|; *)(?:__Host-)?buyer=/.test(cookieHeader ?? '')
}

/** Whether a request comes from a browser that has signed in (sign-in/better-auth.ts). The session may have ended. */
export function hasSessionCookie(cookieHeader: string | undefined): boolean {
  return /(?:^|; *)(?:__Host-)?tipdrop\.session_token=/.test(cookieHeader ?? '')
}

/** Browsers limit cookies to 400 days. */
const buyerCookieMaxAgeSeconds = 400 * 24 * 3_600

export function createContext<R extends Route>(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, viewer, findViewer }: { config: Config; viewer: Viewer | undefined; findViewer: FindViewer },
): RequestContext<R> {
  const isHttps = config.publicUrl.startsWith('https:')
  const cookieName = buyerCookie(isHttps)
  const cookie = request.cookies[cookieName]
  const secret = request.headers[paymentSecretHeader]
  const call = {
    params: request.params,
    query: request.query,
    body: request.body,
    viewer,
    findViewer,
    buyer: {
      cookieHash: buyerCookieHash(request, config),
      paymentSecret: typeof secret === 'string' ? secret : undefined,
    },
    isPreview: isPreview(request),
    headers: request.headers,
    ip: request.ip,
    ensureBuyerCookie() {
      if (cookie) return sha256Base64url(cookie)
      const newCookie = randomBytes(32).toString('base64url')
      reply.setCookie(cookieName, newCookie, {
        httpOnly: true,
        sameSite: 'lax',
        secure: isHttps,
        path: '/',
        maxAge: buyerCookieMaxAgeSeconds,
      })
      return sha256Base64url(newCookie)
    },
    forgetBuyerCookie() {
      reply.clearCookie(cookieName, { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' })
    },
    setCookies(lines: Array<string>) {
      for (const line of lines) reply.header('set-cookie', line)
    },
    setHeader(name: string, value: string) {
      reply.header(name, value)
    },
  }
  // Validation and authorization have run, so the call matches the contract from here on.
  return call as unknown as RequestContext<R>
}

/** Whether nobody sees the response to a request. Such a request has no effect on the rights of a buyer. */
export function isPreview({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return (
    method === 'HEAD' || /prefetch|prerender/.test(String(headers['sec-purpose'] ?? headers.purpose ?? ''))
  )
}

/** The hash of the buyer cookie of a request; undefined without one. */
function buyerCookieHash(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string | undefined {
  const cookie = cookies[buyerCookie(publicUrl.startsWith('https:'))]
  return cookie ? sha256Base64url(cookie) : undefined
}

/** SHA-256 in base64url: how we store secrets that only need to be compared. */
export function sha256Base64url(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Compares secrets in constant time. */
export function timingSafeEquals(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(sha256Base64url(expected)), Buffer.from(sha256Base64url(given))]
  return timingSafeEqual(left, right)
}
