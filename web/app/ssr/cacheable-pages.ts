import { getContent } from '../../../contract/content.ts'
import { getCreator, listMoreFromCreator } from '../../../contract/creators.ts'
import { dictionary } from '../../../contract/dictionary.ts'
import { buildUrl } from '../../../contract/route.ts'
import type { CacheReader } from '../../api/types.ts'
import { isTipQueryName } from '../../features/buying/tip-page/link-parameters.ts'
import { sortOf } from '../../features/selling/creators/creator-sort.ts'
import type { CollectedIsland } from '../../hydration/island.tsx'
import { categoryLabels } from '../../shared/content-format.ts'
import { match, type RouteMatch } from '../match-route.ts'
import { routes } from '../routes/index.tsx'
import type { PageLocation } from '../routes/page-route.ts'

/** A page that is the same for many viewers, so that the server may cache it. */
export type CacheablePage = {
  /** `everyone` needs the slim layout. The other layout shows the current user. */
  viewers: 'everyone' | 'signed-out'
  /**
   * The part of the query that changes the page, in one spelling; empty when nothing does. A URL for which it returns
   * undefined is rendered without the cache. Without this function the query changes nothing.
   */
  query?: (query: URLSearchParams) => string | undefined
  /**
   * The part of the query for which the viewer island is rendered for each request, because anyone can make up new ones.
   * Undefined when it has none.
   */
  viewerQuery?: (query: URLSearchParams) => string | undefined
  /** What the page shows, such as `content/7`. When one of them changes, the page is rendered again. */
  tags?: (location: PageLocation, readCached: CacheReader) => Array<string>
  /** The path whose page is shown for everything that the page's first call does not find. */
  missingPath?: string
  /** The island that differs by query and by buyer. Nothing else on the page does. */
  viewerIsland?: () => Promise<ViewerIsland>
}

/** An island whose props differ by viewer. */
export type ViewerIsland = {
  name: string
  /** URLs of the calls whose responses differ by viewer. `readCached` reads what the page shows everyone. */
  prefetch: (location: PageLocation, readCached: CacheReader) => Array<string>
  /** Whether a viewer with these responses gets a page of their own, and not only the island. */
  changesPage: (location: PageLocation, readCached: CacheReader) => boolean
  /** Whether a viewer with these responses gets the same page as everyone. */
  isShared: (location: PageLocation, readCached: CacheReader) => boolean
  /** The island for these responses and those of the page. */
  render: (location: PageLocation, readCached: CacheReader) => Pick<CollectedIsland, 'element' | 'props'>
}

/** `?try` opens the creator's own test purchase. */
const tip: CacheablePage = {
  viewers: 'everyone',
  query: (query) =>
    query.has('try')
      ? undefined
      : new URLSearchParams([...query].filter(([name]) => isTipQueryName(name))).toString(),
  viewerQuery: (query) =>
    query.get('code') || query.get('owner')
      ? new URLSearchParams(
          [...query].filter(([name]) => name === 'code' || name === 'owner' || isTipQueryName(name)),
        ).toString()
      : undefined,
  tags({ params: { id } }, readCached) {
    const content = readCached(getContent, { params: { id } })
    const more = readCached(listMoreFromCreator, { params: { id } })?.items ?? []
    const handle = content?.user.handle
    const ids = [content?.id ?? Number(id), ...more.map((item) => item.id)]
    return [...ids.map((shownId) => `content/${shownId}`), ...(handle ? [`creator/${handle}`] : [])]
  },
  missingPath: '/p/0',
  viewerIsland: async () => (await import('../../features/buying/tip-page/viewer-pay-card.ts')).viewerPayCard,
}

/** The other parameters are the result of the form to follow the creator. */
const creator: CacheablePage = {
  viewers: 'everyone',
  query(query) {
    if (query.has('follow') || query.has('email')) return undefined
    const sort = sortOf(query)
    const category = Object.keys(categoryLabels()).find((id) => id === query.get('category'))
    const isWhole = query.get('show') === 'all'
    return new URLSearchParams({
      ...(sort && { sort }),
      ...(category && { category }),
      ...(isWhole && { show: 'all' }),
    }).toString()
  },
  // No handle has this character.
  missingPath: '/@-',
  tags({ params: { handle = '' }, query }, readCached) {
    const shown = readCached(getCreator, { params: { handle }, query: { sort: sortOf(query) } })
    return [...new Set([handle.toLowerCase(), shown?.handle ?? handle])].map((name) => `creator/${name}`)
  },
}

const signedOut: CacheablePage = { viewers: 'signed-out' }
/** Also the page for developers. A new version evicts all pages, like a changed setting. */
const legal: CacheablePage = { viewers: 'everyone' }

/** By the path of their route. */
const cacheablePages: Record<string, CacheablePage> = dictionary({
  '/': signedOut,
  '/dashboard': signedOut,
  '/pricing': signedOut,
  '/developers': legal,
  '/terms': legal,
  '/privacy': legal,
  '/refunds': legal,
  '/imprint': legal,
  '/p/:id': tip,
  '/tip/:id': tip,
  '/@:handle': creator,
})

export function cacheableRoute(url: string): CacheablePage | undefined {
  const matched = match(routes, url)
  return matched && cacheablePages[matched.entry.path]
}

/** What the server knows of a URL's page before it renders the page. All paths without a page share one. */
export function locatePage(url: string): LocatedPage {
  const matched = match(routes, url)
  if (!matched) return { shared: { path: '/404', address: '/404', viewers: 'signed-out' } }
  const { entry, location } = matched
  const path = canonicalPath(matched)
  if (path !== location.path) return { movedTo: path + url.slice(location.path.length) }
  const page = cacheablePages[entry.path]
  const query = page?.query ? page.query(location.query) : ''
  if (!page || query === undefined) return {}
  const { viewers, missingPath } = page
  const viewerQuery = page.viewerQuery?.(location.query)
  const apiPath = typeof entry.view === 'function' ? undefined : entry.view.prefetch?.(location)[0]
  return {
    shared: {
      path,
      viewers,
      address: query ? `${path}?${query}` : path,
      ...(viewerQuery && { viewerAddress: `${path}?${viewerQuery}` }),
      ...(missingPath && missingPath !== path && apiPath && { subject: { apiPath, missingPath } }),
    },
  }
}

/** Structurally the same as in the server's port of page renderers. */
type LocatedPage = {
  movedTo?: string
  shared?: {
    path: string
    address: string
    viewerAddress?: string
    viewers: CacheablePage['viewers']
    subject?: { apiPath: string; missingPath: string }
  }
}

/**
 * The one spelling of what a path names. Mail programs take the punctuation after a link for a part of it, such as `)`
 * and `.`. A text that names nothing stays as it is.
 */
const spellings: Record<string, (text: string) => string> = dictionary({
  id(text) {
    const id = Number(upToLast(text, /[\p{L}\p{N}]/u))
    return Number.isSafeInteger(id) && id > 0 ? String(id) : text
  },
  handle: (text) => upToLast(text.toLowerCase(), /[\p{L}\p{N}_]/u) || text,
  /** Of a purchase or a follower: the last part has 43 characters. */
  token: (text) => /^((?:\d+\.)?[\w-]{43})[^\p{L}\p{N}]*$/u.exec(text)?.[1] ?? text,
})

/** The path of a page in its one spelling, without a slash at its end. */
function canonicalPath({ entry, location }: RouteMatch): string {
  const params = Object.entries(location.params).map(([name, text]) => [
    name,
    spellings[name]?.(text) ?? text,
  ])
  return buildUrl(entry, { params: Object.fromEntries(params) })
}

/** The text up to the last character of a kind. A pattern that ends in `+$` would take far longer for a long text. */
function upToLast(text: string, kind: RegExp): string {
  const characters = [...text]
  const last = characters.findLastIndex((character) => kind.test(character))
  return characters.slice(0, last + 1).join('')
}
