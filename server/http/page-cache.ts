import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Page } from '../ports/page-renderer.ts'

type Headers = Record<string, number | string | Array<string> | undefined>

/** Who may get a kept page: everybody, or whoever sends no cookie. */
type Viewers = 'everybody' | 'anonymous'
type Rendered = Page & { policy: string; viewers: Viewers }

/** A rendered page with its policy, and the same bytes as browsers would rather have them. */
export type KeptPage = {
  status: number
  viewers: Viewers
  policy: string
  html: Buffer
  br: Buffer
  gzip: Buffer
  /** What it was first answered with, but for its length and encoding. */
  headers?: Headers
  lines?: Partial<Record<'br' | 'gzip' | 'plain', Array<string>>>
}

/** Milliseconds a page is kept: its counters may be that old. A changed item is forgotten at once. */
const lifetime = 1_000
/** Pages kept at most; the oldest goes first. Some 30 KB each. */
const most = 1_000

export type PageCache = {
  /** The page at a path: kept, being rendered for somebody else, or rendered now. */
  get(path: string, render: () => Promise<Rendered>): Promise<KeptPage>
  /** The page kept for a path, when it is fresh. */
  fresh(path: string): KeptPage | undefined
  forget(path: string): void
  forgetAll(): void
}

type Entry = { until: number; page: Promise<KeptPage>; ready?: KeptPage }

/** Pages that are the same for everybody, rendered and compressed once a second however many people ask. */
export function pageCache(now: () => number = Date.now): PageCache {
  const kept = new Map<string, Entry>()

  return {
    get(path, render) {
      const found = kept.get(path)
      if (found && found.until > now()) return found.page
      const page = render().then(compressed)
      const entry: Entry = { until: now() + lifetime, page }
      kept.delete(path)
      kept.set(path, entry)
      page.then(
        (ready) => {
          entry.ready = ready
        },
        () => kept.get(path) === entry && kept.delete(path),
      )
      if (kept.size > most) kept.delete(kept.keys().next().value ?? '')
      return page
    },
    fresh(path) {
      const found = kept.get(path)
      return found && found.until > now() ? found.ready : undefined
    },
    forget: (path) => kept.delete(path),
    forgetAll: () => kept.clear(),
  }
}

async function compressed({ status, html, policy, viewers }: Rendered): Promise<KeptPage> {
  const bytes = Buffer.from(html)
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, quality),
    promisify(gzip)(bytes, { level: 6 }),
  ])
  return { status, policy, viewers, html: bytes, br, gzip: gz }
}

/** Answers with a page that is kept, headers and all, before anything else runs; false when there is none. */
export function answerKept(cache: PageCache, request: IncomingMessage, response: ServerResponse): boolean {
  const page = request.method === 'GET' ? cache.fresh(request.url ?? '') : undefined
  if (!page?.headers) return false
  if (page.viewers === 'anonymous' && request.headers.cookie !== undefined) return false
  const { bytes, encoding } = bestEncoding(page, request.headers['accept-encoding'])
  const form = encoding ?? 'plain'
  const lines = page.lines?.[form] ?? headerLines(page.headers, bytes.length, encoding)
  if (!page.lines?.[form]) page.lines = { ...page.lines, [form]: lines }
  response.writeHead(page.status, lines).end(bytes)
  return true
}

/** Names and values in turn, as Node writes them: made once for a page, sent many thousand times. */
function headerLines(headers: Headers, length: number, encoding: string | undefined): Array<string> {
  const all = { ...headers, 'content-length': length, ...(encoding && { 'content-encoding': encoding }) }
  return Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]))
}

/** The bytes a browser can read, and their encoding. */
export function bestEncoding(
  page: KeptPage,
  accepted: string | undefined,
): { bytes: Buffer; encoding?: 'br' | 'gzip' } {
  if (/\bbr\b/.test(accepted ?? '')) return { bytes: page.br, encoding: 'br' }
  if (/\bgzip\b/.test(accepted ?? '')) return { bytes: page.gzip, encoding: 'gzip' }
  return { bytes: page.html }
}
