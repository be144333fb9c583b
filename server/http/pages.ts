import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorStatus } from '../../contract/errors.ts'
import type { Ports } from '../ports/index.ts'
import type { PageRenderer, RenderedPage, SharedPage } from '../ports/page-renderer.ts'
import type { BrowserSources } from '../ports/payment-provider.ts'
import {
  contentSecurityPolicy,
  framablePolicy,
  hashSources,
  nonceSources,
  ownMediaPolicy,
  pdfReaderPolicy,
  siteOrigins,
} from './content-security-policy.ts'
import { notFound, type Refusal } from './errors.ts'
import { createItemAddresses, type FindItem } from './item-addresses.ts'
import {
  type CachedPage,
  createInternalFetch,
  createPageCache,
  evictOnChange,
  type Rendered,
  type RenderQueue,
  renderQueue,
} from './page-cache.ts'
import { ipPrefix } from './rate-limit.ts'
import { hasBuyerCookie, hasSessionCookie, isPreview } from './request-context.ts'

/**
 * Serves the built files, and a page for every other path that no route has. Only this handler asks the page cache, so a
 * cached page cannot be the response of a route.
 */
export async function registerPages(
  app: FastifyInstance,
  { pool, settings }: Pick<Ports, 'pool'> & { settings: Pick<Ports['settings'], 'onChange'> },
  renderer: PageRenderer,
  {
    publicUrl,
    cardForm,
    findItem,
    queue = renderQueue(),
  }: {
    publicUrl: string
    cardForm?: BrowserSources | undefined
    findItem: FindItem
    queue?: RenderQueue
  },
): Promise<void> {
  if (renderer.assets) await registerStaticFiles(app, renderer.assets)
  if (renderer.middleware) registerViteMiddleware(app, renderer.middleware.bind(renderer))
  app.decorate('pageRouteOf', (request: FastifyRequest) =>
    isPage(request) ? renderer.routeOf?.(request.url) : undefined,
  )
  const cache = createPageCache()
  evictOnChange(app, { pool, settings }, cache)

  const locateItem = createItemAddresses(findItem)

  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) return notFound(request, reply)
    const target = (await locateItem(request.url)) ?? { url: request.url }
    // The item may get its former name back, so no browser may keep the redirect.
    if ('movedTo' in target)
      return reply
        .code(301)
        .headers({ location: target.movedTo, 'cache-control': 'private, no-store' })
        .send()
    const { url } = target
    const { movedTo, shared } = renderer.locate(url)
    if (movedTo !== undefined) return reply.code(301).header('location', movedTo).send()
    if (shared && (shared.viewers === 'everyone' || !hasSessionCookie(request.headers.cookie)))
      return sendShared(request, reply, shared)
    return sendUncached(request, reply, url)
  })

  async function sendShared(request: FastifyRequest, reply: FastifyReply, shared: SharedPage) {
    const page = await loadShared(request, shared)
    setPageHeaders(reply, page).header('vary', 'accept-encoding, cookie')
    const ownPage = await renderForViewer(request, shared, page)
    // Compressed, the secret link and a text of the URL would reveal the link by the response's length.
    if (ownPage) return reply.header('cache-control', 'private, no-store, no-transform').send(ownPage)
    reply.headers(cacheHeaders(page, shared.viewers))
    if (isUnchanged(reply, request)) return reply.code(304).send()
    const { bytes, encoding } = await page.body.encode(request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send(bytes)
  }

  /**
   * The page with its viewer part for a browser that owns what it sells, or whose link has something of its own, such as
   * a code; undefined for all others.
   */
  async function renderForViewer(
    request: FastifyRequest,
    { address, viewerAddress }: SharedPage,
    { viewerPart }: CachedPage,
  ) {
    if (!viewerPart || !(viewerAddress || hasBuyerCookie(request.headers.cookie))) return undefined
    const fetchApi = createInternalFetch(app, request.headers, request.ip)
    const render = await viewerPart.forBuyer(viewerAddress ?? address, fetchApi)
    return render && queue.run(ipPrefix(request.ip), async () => render())
  }

  /** The page as a browser without cookies gets it: cached, or rendered in this visitor's turn. */
  async function loadShared(
    request: FastifyRequest,
    { path, address, subject }: Omit<SharedPage, 'viewers'>,
  ): Promise<CachedPage> {
    const network = ipPrefix(request.ip)
    const fetchApi = createInternalFetch(app, { host: request.headers.host }, request.ip)
    const base = await cache.get(path, () =>
      queue.run(network, async () => {
        const found = subject && (await fetchApi(subject.apiPath))
        if (found && isMissing(found)) return undefined
        const fetchRest = async (url: string) => (found && url === subject?.apiPath ? found : fetchApi(url))
        return withPolicy(path, await renderer.render(path, fetchRest, {}))
      }),
    )
    if (!base && subject)
      return loadShared(request, { path: subject.missingPath, address: subject.missingPath })
    if (!base) throw new Error('A page without a subject is never missing')
    if (address === path || base.status !== 200) return base
    const page = await base.withQuery.get(address, () =>
      queue.run(network, async () =>
        base.viewerPart
          ? { ...base, html: base.viewerPart.forQuery(address) }
          : withPolicy(path, await renderer.render(address, fetchApi, {})),
      ),
    )
    return page ?? base
  }

  /** The policy of a shared page names its inline scripts and styles, because a nonce would be known to everyone. */
  function withPolicy(path: string, page: RenderedPage): Rendered {
    const scripts = hashSources(page.inlineScripts ?? [])
    const styles = hashSources(page.inlineStyle ? [page.inlineStyle.text] : [])
    const policy = contentSecurityPolicy({ scripts, styles }, renderer)
    return { ...page, policy: path === landingPath ? ownMediaPolicy(policy) : policy }
  }

  async function sendUncached(request: FastifyRequest, reply: FastifyReply, url: string) {
    const nonce = randomBytes(16).toString('base64')
    // The API learns that nobody sees the page.
    const purpose = isPreview(request) ? { 'sec-purpose': 'prefetch' } : {}
    const fetchApi = createInternalFetch(app, { ...request.headers, ...purpose }, request.ip)
    const { status, html, location } = await queue.run(ipPrefix(request.ip), () =>
      renderer.render(url, fetchApi, { nonce }),
    )
    const cspHosts = hasCardForm(request) ? cardForm : undefined
    // A wallet may open a window, which must be able to return to the form.
    if (cspHosts) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups')
    const inlineSources = nonceSources(nonce)
    const policy = isPdfReader(request)
      ? pdfReaderPolicy(inlineSources, renderer, siteOrigins(request, publicUrl))
      : contentSecurityPolicy(inlineSources, renderer, cspHosts)
    return setPageHeaders(reply, { status, location, policy })
      .header('cache-control', 'private, no-store')
      .send(html)
  }

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
    const policy = framablePolicy(contentSecurityPolicy(nonceSources(nonce), renderer))
    reply.header('cache-control', 'private, no-store').header('content-security-policy', policy)
    return page.html
  })
}

const landingPath = '/'

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

/** A malformed id is 400 in the API. */
function isMissing({ status }: { status: number }): boolean {
  return status === 404 || status === 400
}

type PageHead = Pick<Rendered, 'status' | 'location' | 'policy'>

function setPageHeaders(reply: FastifyReply, { status, location, policy }: PageHead): FastifyReply {
  if (location !== undefined) reply.header('location', location)
  return reply.code(status).type('text/html; charset=utf-8').header('content-security-policy', policy)
}

/**
 * Browsers always ask again, because a stale page would hide what the browser has bought since. So only CDNs, which read
 * their own header, may send a stale page while they fetch a new one.
 */
const publicPage = {
  'cache-control': 'public, max-age=0, s-maxage=1',
  'cdn-cache-control': 'max-age=1, stale-while-revalidate=5',
}

/** A missing page may be published at any moment, a redirect may change, and who signs in gets another page. */
function cacheHeaders({ status, etag }: CachedPage, viewers: SharedPage['viewers']): Record<string, string> {
  if (status === 200 && viewers === 'everyone') return { etag, ...publicPage }
  return { 'cache-control': 'private, no-store' }
}

/** Whether the client has this page already. */
function isUnchanged(reply: FastifyReply, { headers: { 'if-none-match': known } }: FastifyRequest): boolean {
  const etag = reply.getHeader('etag')
  return etag !== undefined && (known ?? '').split(',').some((tag) => tag.trim() === etag)
}

/** Serves the built files of a folder. */
async function registerStaticFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
    // The sandboxed reader of PDFs has no origin, so our own files are another origin's there.
    setHeaders: (reply) => {
      reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
    },
  })
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    maxAge: '1h',
    // Icons: a browser's PDF viewer requests them cross-origin.
    setHeaders: (reply) => reply.header('cross-origin-resource-policy', 'cross-origin'),
  })
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile() && !/\.(html|br|gz)$/.test(entry.name))
      app.get(`/${entry.name}`, { schema: { hide: true } }, (_, reply) => reply.sendFile(entry.name))
  }
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
