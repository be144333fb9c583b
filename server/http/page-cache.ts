import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { AppError } from '../../domain/errors.ts'
import { listen } from '../db/notify.ts'
import type { Settings } from '../ports/index.ts'
import type { InternalFetch, RenderedPage } from '../ports/page-renderer.ts'
import { type EncodedBody, encodedBody } from './encoded-body.ts'
import { roundRobin } from './round-robin.ts'

/** A rendered page with its policy. */
export type Rendered = RenderedPage & { policy: string }

/** A page with its compressed variants. */
export type CachedPage = Omit<Rendered, 'html'> & {
  body: EncodedBody
  /** Changes with the page. Weak, because it is the same for every encoding. */
  etag: string
  /** The same page for queries that change it. They leave memory with this page, and evict no other page. */
  withQuery: PageCache
}

export type PageCache = {
  /**
   * The page of an address: cached, from a render in progress, or rendered now. Undefined when `render` returns
   * undefined, which is not cached.
   */
  get(address: string, render: () => Promise<Rendered | undefined>): Promise<CachedPage | undefined>
  /** How many pages are in memory. */
  size(): number
  /** Evicts the pages with a tag. */
  invalidate(tag: string): void
  clear(): void
}

/** How long a page is cached; its counters may be that old. A change of what it shows evicts it at once. */
const ttlMs = 1_000
const maxPages = 1_000
/** There may be any number of queries. */
const maxQueriesOfPage = 50

type Options = { now?: () => number; maxEntries?: number }
type Entry = { expiresAt: number; page: Promise<CachedPage | undefined>; ready?: CachedPage }

/**
 * Caches pages that are the same for many viewers: rendered and compressed once a second. Beyond `maxEntries` the
 * oldest page is evicted. A tip page takes 260 KB, so expired pages are removed when the next page is rendered.
 */
export function createPageCache(options: Options = {}): PageCache {
  const { now = () => performance.now(), maxEntries = maxPages } = options
  const entries = new Map<string, Entry>()

  function getFresh(address: string): Promise<CachedPage | undefined> | undefined {
    const entry = entries.get(address)
    return entry && entry.expiresAt > now() ? entry.page : undefined
  }

  /** Entries are in the order in which they expire. */
  function removeExpired(): void {
    for (const [address, { expiresAt }] of entries) {
      if (expiresAt > now()) return
      entries.delete(address)
    }
  }

  function add(address: string, render: () => Promise<Rendered | undefined>): Entry['page'] {
    removeExpired()
    const page = render().then((rendered) => rendered && toCachedPage(rendered, options))
    const entry: Entry = { expiresAt: now() + ttlMs, page }
    const remove = () => entries.get(address) === entry && entries.delete(address)
    entries.delete(address)
    entries.set(address, entry)
    page.then((ready) => {
      if (ready) entry.ready = ready
      else remove()
    }, remove)
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value ?? '')
    return page
  }

  return {
    get(address, render) {
      const running = getFresh(address)
      if (!running) return add(address, render)
      // The render of another visitor may have been refused because of that visitor's network.
      return running.catch(() => getFresh(address) ?? add(address, render))
    },
    invalidate(tag) {
      for (const [address, { ready }] of entries) {
        // A render in progress may have read what was true before the change, and its tags are not known yet.
        if (!ready || ready.tags?.includes(tag)) entries.delete(address)
      }
    },
    size: () => entries.size,
    clear: () => entries.clear(),
  }
}

/**
 * Only compressed pages have inline styles. A client that accepts no compression is a program rather than a browser, and
 * would get several times the page's size.
 */
function toCachedPage({ html, ...page }: Rendered, options: Options): CachedPage {
  const { inlineStyle } = page
  const uncompressed = inlineStyle ? html.replace(inlineStyle.element, () => inlineStyle.link) : html
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  const withQuery = createPageCache({ ...options, maxEntries: maxQueriesOfPage })
  return { ...page, etag, body: encodedBody(html, { uncompressed }), withQuery }
}

/** Evicts pages in this process when what they show has changed. While it has no listening connection, all of them. */
export function evictOnChange(
  app: FastifyInstance,
  /** Every page shows some of the settings, so a change of one evicts all pages. */
  { pool, settings }: { pool: Pool; settings: Pick<Settings, 'onChange'> },
  cache: PageCache,
): void {
  const stop = listen(
    pool,
    {
      content_changed: (id) => cache.invalidate(`content/${id}`),
      creator_changed: (handle) => cache.invalidate(`creator/${handle}`),
    },
    { onReconnect: cache.clear },
  )
  const ignoreSettings = settings.onChange(cache.clear)
  app.addHook('onClose', () => {
    ignoreSettings()
    return stop()
  })
}

type ViewerHeaders = {
  cookie?: string | undefined
  host?: string | undefined
  'user-agent'?: string | undefined
  'sec-purpose'?: string | Array<string> | undefined
}

/** A page reads the API as its viewer: same cookies, same IP address. The body of an image is a data URL. */
export function createInternalFetch(
  app: FastifyInstance,
  { cookie, host, 'user-agent': agent, 'sec-purpose': purpose }: ViewerHeaders,
  ip: string,
): InternalFetch {
  return async (path) => {
    const headers = {
      ...(cookie && { cookie }),
      ...(host && { host }),
      ...(agent && { 'user-agent': agent }),
      ...(purpose && { 'sec-purpose': purpose }),
    }
    const answer = await app.inject({ method: 'GET', url: path, headers, remoteAddress: ip })
    const type = String(answer.headers['content-type'])
    const body = type.startsWith('image/')
      ? `data:${type};base64,${answer.rawPayload.toString('base64')}`
      : answer.json()
    return { status: answer.statusCode, body }
  }
}

/** `network` is the IP prefix of the visitor for whom the page is rendered. */
export type RenderQueue = { run<T>(network: string, render: () => Promise<T>): Promise<T> }

type Waiter = { start(): void; refuse(error: AppError): void }

/**
 * Renders a few pages at a time and lets other requests run in between. Networks take turns. When `maxWaiting`
 * renders are waiting, the network with the most of them loses its newest one, which throws AppError `unavailable`.
 * There is no fixed share for each network: behind a proxy that is not in TRUST_PROXY all visitors are one network,
 * and they may fill the whole queue as long as no other network waits.
 */
export function renderQueue({ maxParallel = 3, maxWaiting = 100 } = {}): RenderQueue {
  const waiting = roundRobin<Waiter>()
  let running = 0

  /** Throws unless another network has more waiting renders than this one would have. */
  function evictFor(network: string): void {
    if (waiting.maxCount() <= waiting.countOf(network) + 1) throw busyError()
    waiting.takeFromLongest()?.refuse(busyError())
  }

  async function waitForSlot(network: string): Promise<void> {
    if (waiting.count() >= maxWaiting) evictFor(network)
    await new Promise<void>((start, refuse) => waiting.add(network, { start, refuse }))
  }

  async function leave(): Promise<void> {
    // A render blocks the event loop, so other requests run before the next one.
    await nextTurn()
    const next = waiting.take()
    // The next render takes over the slot, so `running` stays the same.
    if (next) next.start()
    else running -= 1
  }

  return {
    async run(network, render) {
      if (running < maxParallel) running += 1
      else await waitForSlot(network)
      try {
        return await render()
      } finally {
        void leave()
      }
    },
  }
}

function busyError(): AppError {
  return new AppError('unavailable', 'This site is very busy right now. Try again in a moment.')
}
