import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorStatus } from '../../contract/errors.ts'
import type { Ports } from '../ports/index.ts'
import type { PageRenderer } from '../ports/page-renderer.ts'
import type { BrowserSources } from '../ports/payment-provider.ts'
import {
  contentSecurityPolicy,
  framablePolicy,
  nonceSources,
  pdfReaderPolicy,
} from './content-security-policy.ts'
import type { DirectRead } from './direct-read.ts'
import { notFound } from './errors.ts'
import type { Refusal } from './failure-page.ts'
import { createInternalFetch } from './internal-fetch.ts'
import { ipPrefix } from './rate-limit.ts'
import { type RenderQueue, renderQueue } from './render-queue.ts'
import { hasSessionCookie } from './request-context.ts'
import { sharedPages } from './shared-pages.ts'
import { registerStaticFiles, registerViteMiddleware } from './static-files.ts'

/** Serves the built files, and renders a page for every other path. */
export async function registerPages(
  app: FastifyInstance,
  { pool, settings }: Pick<Ports, 'pool'> & { settings: Pick<Ports['settings'], 'onChange'> },
  renderer: PageRenderer,
  {
    cardForm,
    cdnCacheSeconds = 0,
    queue = renderQueue(),
    directRead = () => undefined,
  }: {
    cardForm?: BrowserSources | undefined
    cdnCacheSeconds?: number
    queue?: RenderQueue
    directRead?: DirectRead
  } = {},
): Promise<void> {
  if (renderer.assets) await registerStaticFiles(app, renderer.assets)
  if (renderer.middleware) registerViteMiddleware(app, renderer.middleware.bind(renderer))
  const sendShared = sharedPages(app, { pool, settings, renderer, queue, cdnCacheSeconds, directRead })

  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) return notFound(request, reply)
    const shared = renderer.sharedPage(request.url)
    if (shared && (shared.viewers === 'everyone' || !hasSessionCookie(request.headers.cookie)))
      return sendShared(request, reply, shared)
    const nonce = randomBytes(16).toString('base64')
    const fetchApi = createInternalFetch(app, request.headers, request.ip)
    const { status, html, location } = await queue.run(ipPrefix(request.ip), () =>
      renderer.render(request.url, fetchApi, { nonce }),
    )
    if (location) reply.header('location', location)
    const cspHosts = hasCardForm(request) ? cardForm : undefined
    // A wallet may open a window, which must be able to return to the form.
    if (cspHosts) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups')
    const inlineSources = nonceSources(nonce)
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header(
        'content-security-policy',
        isPdfReader(request)
          ? pdfReaderPolicy(inlineSources, renderer)
          : contentSecurityPolicy(inlineSources, renderer, cspHosts),
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
    const policy = framablePolicy(contentSecurityPolicy(nonceSources(nonce), renderer))
    reply.header('cache-control', 'private, no-store').header('content-security-policy', policy)
    return page.html
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
