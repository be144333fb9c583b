import type { IncomingHttpHeaders } from 'node:http'
import type { CachedPage } from './rendered-page-cache.ts'

type Headers = Record<string, string>

/** The headers of a page that many viewers get. `cdnCacheSeconds` is how long a CDN may keep it; 0 when none may. */
export function sharedPageHeaders(
  { status, viewers, policy, location, etag, tags = [] }: CachedPage,
  cdnCacheSeconds: number,
): Headers {
  const shared = {
    'content-type': 'text/html; charset=utf-8',
    vary: 'accept-encoding',
    'content-security-policy': policy,
    ...(location !== undefined && { location }),
  }
  // A missing page may be published at any moment, and a redirect may change.
  if (cdnCacheSeconds > 0 && status === 200) return { ...shared, etag, ...cdnHeaders(tags, cdnCacheSeconds) }
  if (viewers === 'signed-out') return { ...shared, 'cache-control': 'private, no-store' }
  return { ...shared, ...(status === 200 && { etag }), 'cache-control': 'private, no-cache' }
}

/**
 * Browsers always ask again, because a stale page would hide what the browser has bought since. A CDN may send a page
 * that is twice this old, while it fetches a new one.
 */
function cdnHeaders(tags: Array<string>, seconds: number): Headers {
  return {
    'cache-control': `public, max-age=0, s-maxage=${seconds}`,
    'cdn-cache-control': `max-age=${seconds}, stale-while-revalidate=${seconds}`,
    ...(tags.length > 0 && { 'cache-tag': tags.join(','), 'surrogate-key': tags.join(' ') }),
  }
}

/** Whether the client has this page already. */
export function isUnchanged(headers: Headers, { 'if-none-match': known }: IncomingHttpHeaders): boolean {
  const { etag } = headers
  if (etag === undefined || known === undefined) return false
  return known.split(',').some((tag) => tag.trim() === etag)
}
