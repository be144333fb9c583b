import type * as z from 'zod/mini'

/**
 * Who may call: `anyone`; `buyer`, whoever holds the attempt (buyer cookie, client secret or access token, else 404);
 * `creator`, signed in; `admin`, the verified ADMIN_EMAIL; `provider`, a signed webhook.
 */
export type Access = 'anyone' | 'buyer' | 'creator' | 'admin' | 'provider'

/**
 * What an answer is made of: JSON by the `response` schema, a file's bytes, a redirect, or a form with a file streamed in. A
 * `form` is one that a browser sends without any script; it answers with the page to go on to. `tus` is a file in pieces, by
 * that protocol. `events` go on until one side ends them.
 */
export type BodyType = 'json' | 'file' | 'redirect' | 'upload' | 'form' | 'raw' | 'tus' | 'events'

/** A part of an upload form that is a file. `maxBytes` is left out where the instance's own limit for files applies. */
export type FileField = {
  maxBytes?: number
  /** The file may also come as a text field with a base64 data URL. */
  isDataUrlAllowed?: boolean
}

/** Bytes of the longest data URL for a file of `maxBytes`: base64 makes 4 characters of 3 bytes. */
export function maxDataUrlBytes(maxBytes: number): number {
  return Math.ceil(maxBytes / 3) * 4 + 100
}

/** Made with `zod/mini` or `zod` alike. */
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
  /** The files of an `upload`, by the names of their fields. */
  files?: Record<string, FileField>
  response?: Schema
}

type RouteDefinition = Omit<Route, 'transport'> & { transport?: BodyType }
type DefinedRoute<D extends RouteDefinition> = D & {
  transport: D['transport'] extends BodyType ? D['transport'] : 'json'
}

/** Declares one call of the API. Parts of the path in `:name` form must be named by `params`. */
export function defineRoute<const D extends RouteDefinition>(draft: D): DefinedRoute<D> {
  const named = [...draft.path.matchAll(/:(\w+)/g)].map((match) => String(match[1]))
  for (const name of named) {
    if (!draft.params || !(name in draft.params.shape))
      throw new Error(`${draft.path}: no schema for :${name}`)
  }
  // The cast only states what the default just made true.
  return { ...draft, transport: draft.transport ?? 'json' } as DefinedRoute<D>
}

/** The path of a call with its parameters and query filled in, each encoded; undefined query values are left out. */
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
