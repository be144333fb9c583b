import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { listen } from '../db/listen.ts'
import type { PageRenderer, RenderedPage, SharedPage } from '../ports/page-renderer.ts'
import type { Settings } from '../ports/settings.ts'
import { contentSecurityPolicy, hashSources } from './content-security-policy.ts'
import { type DirectRead, withDirectRead } from './direct-read.ts'
import type { Encoded } from './encoded-body.ts'
import { createInternalFetch } from './internal-fetch.ts'
import { encodeOwnPage } from './own-page.ts'
import { ipPrefix } from './rate-limit.ts'
import type { RenderQueue } from './render-queue.ts'
import { type CachedPage, createPageCache, type PageCache, type Rendered } from './rendered-page-cache.ts'
import { hasBuyerCookie } from './request-context.ts'
import { sendCachedPage } from './send-cached-page.ts'
import { isUnchanged, sharedPageHeaders } from './shared-page-headers.ts'

/** Pages with a query. There may be any number of them, and they must not evict the pages that they are made from. */
const maxPagesWithQuery = 200

type Options = {
  pool: Pool
  /** Every page shows some of them, so a change evicts all pages. */
  settings: Pick<Settings, 'onChange'>
  renderer: PageRenderer
  queue: RenderQueue
  cdnCacheSeconds: number
  directRead: DirectRead
}
type SendSharedPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  shared: SharedPage,
) => Promise<FastifyReply>

/**
 * Renders shared pages as for a request without cookies, and caches them. A committed change of what a page shows
 * evicts it in every process. Cached pages are sent before anything else runs. The returned function sends a page for
 * which that was not possible; a buyer may get one that differs in its viewer part.
 */
export function sharedPages(
  app: FastifyInstance,
  { pool, settings, renderer, queue, cdnCacheSeconds, directRead }: Options,
): SendSharedPage {
  const pages = createPageCache()
  const pagesWithQuery = createPageCache({ maxEntries: maxPagesWithQuery })
  evictOnChange(app, { pool, settings }, [pages, pagesWithQuery])

  answerFirst(app, (request, response) => {
    const { method, url = '' } = request
    if (method !== 'GET') return false
    const address = url.includes('?') ? renderer.sharedPage(url)?.address : url
    const page = address && (pages.getFresh(address) ?? pagesWithQuery.getFresh(address))
    const keepAliveMs = app.server.keepAliveTimeout
    return page ? sendCachedPage(page, { request, response, keepAliveMs }) : false
  })

  /** The page that everyone gets: cached, or rendered in this visitor's turn. */
  function load(request: FastifyRequest, { address, base, viewers }: SharedPage): Promise<CachedPage> {
    const network = ipPrefix(request.ip)
    const fetchApi = createInternalFetch(app, { host: request.headers.host }, request.ip)
    const render = async (url: string) =>
      toShared(await queue.run(network, () => renderer.render(url, fetchApi, {})), viewers)
    const loadBase = () => getOrRetry(pages, base, () => render(base))
    if (address === base) return loadBase()
    return getOrRetry(pagesWithQuery, address, async () => {
      const { viewerPart, headers: _, ...page } = await loadBase()
      if (!viewerPart) return render(address)
      return { ...page, viewerPart, html: await queue.run(network, async () => viewerPart.forQuery(address)) }
    })
  }

  function toShared(page: RenderedPage, viewers: SharedPage['viewers']): Rendered {
    const scripts = hashSources(page.inlineScripts ?? [])
    const styles = hashSources(page.inlineStyle ? [page.inlineStyle.text] : [])
    const policy = contentSecurityPolicy({ scripts, styles }, renderer)
    return { ...page, policy, viewers: page.viewerPart ? 'non-buyers' : viewers }
  }

  return async (request, reply, shared) => {
    const page = await load(request, shared)
    const { cookie, 'accept-encoding': accepted } = request.headers
    const sharedHeaders = sharedPageHeaders(page, cdnCacheSeconds)
    if (page.viewerPart && hasBuyerCookie(cookie)) {
      const fetchApi = createInternalFetch(app, request.headers, request.ip)
      const ownFetch = withDirectRead(fetchApi, directRead, request)
      const render = await page.viewerPart.forBuyer(shared.address, ownFetch)
      if (render) {
        const ownPage = await queue.run(ipPrefix(request.ip), async () => render())
        return sendOwn(reply, sharedHeaders, await encodeOwnPage(ownPage, accepted, page.inlineStyle))
      }
    }
    reply.code(page.status).headers(sharedHeaders)
    page.headers ??= headersOfAll(reply)
    if (isUnchanged(page.headers, request.headers)) return reply.code(304).send()
    const { bytes, encoding } = await page.body.encode(accepted)
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send(bytes)
  }
}

/** `no-transform` keeps a proxy from compressing the page: a compressed secret can be guessed (encodeOwnPage). */
function sendOwn(
  reply: FastifyReply,
  shared: Record<string, string>,
  { bytes, encoding }: Encoded,
): FastifyReply {
  const { 'content-type': type = '', 'content-security-policy': policy = '', vary } = shared
  return reply
    .headers({ 'content-type': type, 'content-security-policy': policy, vary })
    .headers({
      'cache-control': 'private, no-store, no-transform',
      ...(encoding && { 'content-encoding': encoding }),
    })
    .send(bytes)
}

/** The response's headers without those of this request. */
function headersOfAll(reply: FastifyReply): Record<string, string> {
  const { 'x-request-id': _, ...headers } = reply.getHeaders()
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

/** Calls `answer` for every request before all other handlers; true when it has sent the response. */
function answerFirst(
  { server }: FastifyInstance,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (answer(request, response)) return
    for (const handle of listeners) handle.call(server, request, response)
  })
}

/** While a process has no listening connection, it caches nothing. */
function evictOnChange(
  app: FastifyInstance,
  { pool, settings }: Pick<Options, 'pool' | 'settings'>,
  caches: Array<PageCache>,
): void {
  const clear = () => {
    for (const cache of caches) cache.clear()
  }
  const evict = (tag: string) => {
    for (const cache of caches) cache.invalidate(tag)
  }
  const stop = listen(
    pool,
    {
      content_changed: (id) => evict(`content/${id}`),
      creator_changed: (handle) => evict(`creator/${handle}`),
    },
    { onReconnect: clear },
  )
  const ignoreSettings = settings.onChange(clear)
  app.addHook('onClose', () => {
    ignoreSettings()
    return stop()
  })
}

/** A shared render may have been refused because of another visitor's network, so it is tried again for this one. */
function getOrRetry(cache: PageCache, address: string, render: () => Promise<Rendered>): Promise<CachedPage> {
  let isOwnRender = false
  const load = () =>
    cache.get(address, () => {
      isOwnRender = true
      return render()
    })
  return load().catch((error: unknown) => {
    if (isOwnRender) throw error
    return load()
  })
}
