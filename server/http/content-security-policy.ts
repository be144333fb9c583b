import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../config/parsers.ts'
import type { PageRenderer } from '../ports/page-renderer.ts'
import type { BrowserSources } from '../ports/payment-provider.ts'

/**
 * The CSP hashes of inline scripts or styles. Pages for many viewers have them instead of a nonce, because a shared
 * nonce is no secret. A hash need not be secret.
 */
export function hashSources(texts: Array<string>): Array<string> {
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/** For inline scripts and styles with this nonce. */
export function nonceSources(nonce: string): InlineSources {
  const source = `'nonce-${nonce}'`
  return { scripts: [source], styles: [source] }
}

/** The CSP sources of a page's inline scripts and styles. */
export type InlineSources = { scripts: Array<string>; styles: Array<string> }

export function contentSecurityPolicy(
  inline: InlineSources,
  { middleware }: PageRenderer,
  cspHosts?: BrowserSources,
): string {
  // In development, Vite's client adds inline styles and opens a WebSocket.
  const isDevelopment = middleware !== undefined
  return [
    "default-src 'none'",
    cspSource("script-src 'self'", [...inline.scripts, ...(cspHosts?.scripts ?? [])]),
    cspSource("style-src 'self'", isDevelopment ? ["'unsafe-inline'"] : inline.styles),
    "style-src-attr 'unsafe-inline'",
    cspSource("img-src 'self' data: blob:", cspHosts?.images),
    "media-src 'self'",
    "font-src 'self' data:",
    cspSource(isDevelopment ? "connect-src 'self' ws: wss:" : "connect-src 'self'", cspHosts?.connect),
    "manifest-src 'self'",
    cspSource("frame-src 'self'", cspHosts?.frames),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The policy of a page that our own pages show in a frame. */
export function framablePolicy(policy: string): string {
  return policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
}

/**
 * The policy of the landing page, which plays a visitor's file before it is sent anywhere. A `blob:` address is made by a
 * script of the page itself, for bytes that this browser has, and a media element runs no code of them.
 */
export function ownMediaPolicy(policy: string): string {
  return policy.replace("media-src 'self'", "media-src 'self' blob:")
}

/**
 * The reader of purchased PDFs runs without an origin: a script that a PDF might smuggle in reaches neither cookies nor
 * other pages, and only our own addresses. Its worker is started from a blob, and decoders are WebAssembly.
 */
export function pdfReaderPolicy(inline: InlineSources, renderer: PageRenderer, origins: string): string {
  const policy = framablePolicy(contentSecurityPolicy(inline, renderer)).replace(
    "script-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval' blob:",
  )
  return sandboxedPolicy('sandbox allow-scripts', `${policy}; worker-src blob:`, origins)
}

/**
 * A policy of a document without an origin. `'self'` is replaced by the site's origins, because WebKit matches it with
 * nothing in such a document.
 */
export function sandboxedPolicy(sandbox: string, policy: string, origins: string): string {
  return `${sandbox}; ${policy.replaceAll("'self'", origins)}`
}

/** The site's origin, and on its own machine the one that the request names. */
export function siteOrigins({ host, protocol }: FastifyRequest, publicUrl: string): string {
  const named = URL.parse(`${protocol}://${host}`)
  const origins = [new URL(publicUrl).origin, ...(named && isLoopback(named.hostname) ? [named.origin] : [])]
  return [...new Set(origins)].join(' ')
}

function cspSource(rule: string, cspHosts: Array<string> = []): string {
  return [rule, ...cspHosts].join(' ')
}
