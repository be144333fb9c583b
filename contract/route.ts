import type * as z from 'zod/mini'
import type { ApiScope } from './scopes.ts'

/**
 * Who may call a route. `public`: everyone. `buyer`: the owner of a checkout, proved by buyer cookie, client secret or
 * access token; others get 404. `creator`: a signed-in account. `admin`: an admin; an
 * accountant may call those with GET, except `isAdminOnly` ones. `provider`: the card
 * provider, proved by a webhook signature.
 */
export type Access = 'public' | 'buyer' | 'creator' | 'admin' | 'provider'

/**
 * How a route's request and response are sent: JSON by the schemas, a file's bytes, a redirect, or a form with a
 * streamed file (`multipart`). A `urlencoded` form is sent by browsers without scripts, and the response is a redirect.
 * `tus` is a resumable upload, `sse` a stream of server-sent events.
 */
export type Transport = 'json' | 'file' | 'redirect' | 'multipart' | 'urlencoded' | 'webhook' | 'tus' | 'sse'

/** A file field of an upload form. Without `maxBytes` the instance's own limit applies. */
export type FileField = {
  maxBytes?: number
  /** The file may also be a text field with a base64 data URL. */
  isDataUrlAllowed?: boolean
}

/** The maximum length of a data URL for a file of `maxBytes`: base64 encodes 3 bytes as 4 characters. */
export function maxDataUrlBytes(maxBytes: number): number {
  return Math.ceil(maxBytes / 3) * 4 + 100
}

/** Created with `zod/mini` or `zod`. */
export type Schema = z.core.$ZodType

export type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  auth: Access
  /** A GET route that accountants may not call. */
  isAdminOnly?: true
  /**
   * Staff with a passkey may call it before they confirm their session with it. Every other route of `creator` and
   * `admin` refuses them until then; `public` and `buyer` routes treat them as signed out.
   */
  isOpenBeforeSecondFactor?: true
  /**
   * The scope of an API key that may make a call of a `creator`. Without one it needs a sign-in: payout details, email,
   * passkeys, keys, closing the account, and what pays out or refunds a sale.
   */
  scope?: ApiScope
  transport: Transport
  summary: string
  /** A POST that changes nothing, so that it is not in the audit log. */
  isReadOnly?: boolean
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: Schema
  /** The file fields of a `multipart` form, by name. */
  files?: Record<string, FileField>
  response?: Schema
}

type RouteDefinition = Omit<Route, 'transport'> & { transport?: Transport }
type DefinedRoute<D extends RouteDefinition> = D & {
  transport: D['transport'] extends Transport ? D['transport'] : 'json'
}

/** Defines a route of the API. Parameters in the path, `:name`, must be in `params`. */
export function defineRoute<const D extends RouteDefinition>(definition: D): DefinedRoute<D> {
  const pathParameters = [...definition.path.matchAll(/:(\w+)/g)].map((match) => String(match[1]))
  for (const name of pathParameters) {
    if (!definition.params || !Object.hasOwn(definition.params.shape, name))
      throw new Error(`${definition.path}: no schema for :${name}`)
  }
  if (definition.scope && definition.auth !== 'creator')
    throw new Error(`${definition.path}: only a call for creators can have a scope`)
  // DefinedRoute has the same default for `transport`.
  return { ...definition, transport: definition.transport ?? 'json' } as DefinedRoute<D>
}

/**
 * The URL of a route with its parameters and query filled in and encoded; undefined query values are omitted. Throws
 * when a parameter is missing.
 */
export function buildUrl(
  { path }: Pick<Route, 'path'>,
  { params = {}, query = {} }: { params?: Record<string, unknown>; query?: Record<string, unknown> } = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    if (params[name] === undefined) throw new Error(`${path}: ${name} is missing`)
    return encodeURIComponent(String(params[name]))
  })
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  if (pairs.length === 0) return filled
  return `${filled}?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`
}
