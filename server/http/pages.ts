import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorStatus } from '../../contract/errors.ts'
import { listen } from '../db/listen.ts'
import type { Ports } from '../ports/index.ts'
import type { InternalFetch, PageRenderer } from '../ports/page-renderer.ts'
import type { BrowserSources } from '../ports/payment-provider.ts'
import { notFound } from './errors.ts'
import type { Refusal } from './failure-page.ts'
import { ipPrefix } from './rate-limit.ts'
import { type RenderQueue, renderQueue } from './render-queue.ts'
import { bestEncoding, createPageCache, isSharedWith, sendCached } from './rendered-page-cache.ts'
import { withScriptHashes } from './script-hashes.ts'

type Shared = NonNullable<ReturnType<PageRenderer['sharedAddress']>>

/** Serves the built files, and renders a page for every other path. */
export async function registerPages(
  app: FastifyInstance,
  { pool }: Pick<Ports, 'pool'>,
  renderer: PageRenderer,
  { cardForm, queue = renderQueue() }: { cardForm?: BrowserSources | undefined; queue?: RenderQueue } = {},
): Promise<void> {
  if (renderer.assets) await registerStaticFiles(app, renderer.assets)
  if (renderer.middleware) registerViteMiddleware(app, renderer.middleware.bind(renderer))

  const cache = createPageCache()
  const unsubscribe = listen(pool, 'content_changed', {
    onNotification: (id) => {
      for (const path of [`/p/${id}`, `/tip/${id}`]) cache.invalidate(path)
    },
    onReconnect: () => cache.clear(),
  })
  app.addHook('onClose', unsubscribe)
  const unsubscribeFromCreators = listen(pool, 'creator_changed', {
    onNotification: (handle) => cache.invalidate(`/@${handle}`),
    onReconnect: () => cache.clear(),
  })
  app.addHook('onClose', unsubscribeFromCreators)
  const listeners = app.server.listeners('request')
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (sendCached(cache, request, response)) return
    for (const handle of listeners) handle.call(app.server, request, response)
  })

  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) return notFound(request, reply)
    const shared = renderer.sharedAddress(request.url)
    if (shared && isSharedWith(shared.viewers, request.headers.cookie)) {
      return sendCachedPage(request, reply, shared)
    }
    const nonce = randomBytes(16).toString('base64')
    const fetchApi = createInternalFetch(app, request.headers, request.ip)
    const { status, html, location } = await queue.run(ipPrefix(request.ip), () =>
      renderer.render(request.url, fetchApi, { nonce }),
    )
    if (location) reply.header('location', location)
    const cspHosts = hasCardForm(request) ? cardForm : undefined
    const isPdfReaderPage = isPdfReader(request)
    // A wallet may open a window, which must be able to return to the form.
    if (cspHosts) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups')
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header(
        'content-security-policy',
        isPdfReaderPage
          ? pdfReaderPolicy(nonce, renderer)
          : contentSecurityPolicy([`'nonce-${nonce}'`], renderer, cspHosts),
      )
      .send(html)
  })

  app.decorate('renderFailure', async (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
    const nonce = randomBytes(16).toString('base64')
    const fetchApi = createInternalFetch(app, request.headers, request.ip)
    const answer = { status: errorStatus[refusal.code], body: refusal }
    // The error page of a file reads the file's own URL, whose error is known already.
    const page = await queue.run(ipPrefix(request.ip), () =>
      renderer.render(request.url, async (path) => (path.startsWith('/api/') ? fetchApi(path) : answer), {
        nonce,
      }),
    )
    // Text files are shown in a frame of the access page, and so are their error pages.
    const framablePolicy = contentSecurityPolicy([`'nonce-${nonce}'`], renderer).replace(
      "frame-ancestors 'none'",
      "frame-ancestors 'self'",
    )
    reply.header('cache-control', 'private, no-store').header('content-security-policy', framablePolicy)
    return page.html
  })

  /** Sends a shared page, rendered as for a request without cookies, and compressed. */
  async function sendCachedPage(request: FastifyRequest, reply: FastifyReply, { address, viewers }: Shared) {
    let isOwnRender = false
    const load = () =>
      cache.get(address, async () => {
        isOwnRender = true
        const nonce = randomBytes(16).toString('base64')
        const { host } = request.headers
        const fetchApi = createInternalFetch(app, { host }, request.ip)
        const rendered = await queue.run(ipPrefix(request.ip), () =>
          renderer.render(address, fetchApi, { nonce }),
        )
        const { html, sources } = withScriptHashes(rendered.html, nonce)
        return { ...rendered, html, viewers, policy: contentSecurityPolicy(sources, renderer) }
      })
    // A shared render may have been refused because of another visitor's network.
    const page = await load().catch((error: unknown) => {
      if (isOwnRender) throw error
      return load()
    })
    const { bytes, encoding } = bestEncoding(page, request.headers['accept-encoding'])
    reply
      .code(page.status)
      .type('text/html; charset=utf-8')
      .header('vary', 'accept-encoding')
      .header('cache-control', viewers === 'non-buyers' ? 'private, no-cache' : 'private, no-store')
      .header('content-security-policy', page.policy)
    if (page.location) reply.header('location', page.location)
    page.headers ??= { ...reply.getHeaders() }
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send(bytes)
  }
}

async function registerStaticFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    // The sandboxed reader of PDFs has no origin, so our own files are another origin's there.
    setHeaders: (reply) => {
      reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
    },
  })
  await app.register(fastifyStatic, {
    root: folder,
    decorateReply: false,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.html', '.vite/**', '**/*.br', '**/*.gz'],
    index: false,
    maxAge: '1h',
    // Icons: a browser's PDF viewer requests them cross-origin.
    setHeaders: (reply) => reply.header('cross-origin-resource-policy', 'cross-origin'),
  })
}

/** Vite answers its own requests on the raw connection; all others continue. */
function registerViteMiddleware(
  app: FastifyInstance,
  middleware: NonNullable<PageRenderer['middleware']>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' || request.url.startsWith('/api/')) return done()
    reply.raw.once('finish', () => reply.hijack())
    middleware(request.raw, reply.raw, done)
  })
}

function isPage({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !/^\/+(api|assets|files|health)(\/|\?|$)/i.test(url)
}

/** The document in the frame of a purchase's page that shows a PDF. */
function isPdfReader({ url }: FastifyRequest): boolean {
  return /^\/pdf-reader([/?]|$)/.test(url)
}

/** The pages with a card form, which are the only ones that may load the provider's script. */
function hasCardForm({ url }: FastifyRequest): boolean {
  return /^\/(checkout|subscribe)([/?]|$)/.test(url)
}

/** A page reads the API as its viewer: same cookies, same IP address. */
function createInternalFetch(
  app: FastifyInstance,
  requestHeaders: FastifyRequest['headers'],
  ip: string,
): InternalFetch {
  return async (path) => {
    const { cookie, host, 'user-agent': agent } = requestHeaders
    const headers = {
      ...(cookie && { cookie }),
      ...(host && { host }),
      ...(agent && { 'user-agent': agent }),
    }
    const answer = await app.inject({ method: 'GET', url: path, headers, remoteAddress: ip })
    return { status: answer.statusCode, body: answer.json() }
  }
}

/**
 * The reader of purchased PDFs runs without an origin: a script that a PDF might smuggle in reaches neither cookies nor
 * other pages, and only our own addresses. Its worker is started from a blob, and decoders are WebAssembly.
 */
function pdfReaderPolicy(nonce: string, renderer: PageRenderer): string {
  return [
    'sandbox allow-scripts',
    ...contentSecurityPolicy([`'nonce-${nonce}'`], renderer)
      .replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval' blob:")
      .replace("frame-ancestors 'none'", "frame-ancestors 'self'")
      .split('; '),
    'worker-src blob:',
  ].join('; ')
}

/** `inlineSources` are the CSP sources of the page's inline scripts and styles. */
function contentSecurityPolicy(
  inlineSources: Array<string>,
  { middleware }: PageRenderer,
  cspHosts?: BrowserSources,
): string {
  // In development, Vite's client adds inline styles and opens a WebSocket.
  const isDevelopment = middleware !== undefined
  return [
    "default-src 'none'",
    cspSource("script-src 'self'", [...inlineSources, ...(cspHosts?.scripts ?? [])]),
    cspSource("style-src 'self'", isDevelopment ? ["'unsafe-inline'"] : inlineSources),
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

function cspSource(rule: string, cspHosts: Array<string> = []): string {
  return [rule, ...cspHosts].join(' ')
}
