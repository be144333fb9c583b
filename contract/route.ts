import type * as z from 'zod/mini'

/**
 * Who may call a route: `public`, everyone; `buyer`, the owner of a checkout (buyer cookie, client secret or access token, else
 * 404); `creator`, signed in; `admin`, the verified ADMIN_EMAIL; `provider`, a signed webhook.
 */
export type Access = 'public' | 'buyer' | 'creator' | 'admin' | 'provider'

/**
 * The transport of a route: JSON by the `response` schema, a file's bytes, a redirect, or a form with a streamed
 * file (`multipart`). An `urlencoded` form is sent by browsers without scripts and answered with a redirect. `tus` is a resumable upload.
 * `sse` is a stream of server-sent events.
 */
export type BodyType = 'json' | 'file' | 'redirect' | 'multipart' | 'urlencoded' | 'webhook' | 'tus' | 'sse'

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
  transport: BodyType
  summary: string
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: Schema
  /** The file fields of a `multipart` form, by name. */
  files?: Record<string, FileField>
  response?: Schema
}

type RouteDefinition = Omit<Route, 'transport'> & { transport?: BodyType }
type DefinedRoute<D extends RouteDefinition> = D & {
  transport: D['transport'] extends BodyType ? D['transport'] : 'json'
}

/** Defines a route of the API. Parameters in the path, `:name`, must be in `params`. */
export function defineRoute<const D extends RouteDefinition>(draft: D): DefinedRoute<D> {
  const named = [...draft.path.matchAll(/:(\w+)/g)].map((match) => String(match[1]))
  for (const name of named) {
    if (!draft.params || !(name in draft.params.shape))
      throw new Error(`${draft.path}: no schema for :${name}`)
  }
  // The default above makes this type true.
  return { ...draft, transport: draft.transport ?? 'json' } as DefinedRoute<D>
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
