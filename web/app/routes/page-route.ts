import type { ComponentType } from 'react'
import type { User } from '../../../contract/accounts.ts'
import type { TipPageBranding } from '../../../contract/branding.ts'
import type { ApiRoute, RequestArguments, RequestInput, ResponseOf } from '../../api/types.ts'

/** Where a person is: the parts of the path, and what follows the question mark. */
export type PageLocation = { path: string; params: Record<string, string>; query: URLSearchParams }

/** An answer that was read for the page; undefined when it was refused or never asked. */
export type CacheReader = <R extends ApiRoute>(
  route: R,
  ...input: RequestArguments<RequestInput<R>>
) => ResponseOf<R> | undefined

/** What a browser tab, a search engine and a share card say of a page. `image` is a path on this site, `amount` a decimal string. */
export type PageMeta = {
  title: string
  description?: string
  image?: string | null
  /** Pixels of the image, where they are known. */
  imageSize?: { width: number; height: number }
  /** The one path of a page that has several. */
  canonical?: string
  /** What the page is about in the words of schema.org. */
  jsonLd?: Record<string, unknown>
  /** Another site may show it as a card (oembed.com). */
  hasOembed?: boolean
  price?: { amount: string; currency: string }
  /** Whose site it is, where it is not ours to say. */
  siteName?: string
  noIndex?: boolean
}

/** One page of the site: everything that the server, the browser and the document's head need to know of it. */
export type PageDefinition = {
  load: () => Promise<ComponentType>
  head: (place: PageLocation, found: CacheReader) => PageMeta
  /** Addresses of the calls the page reads. The first is what it is about: 404 there is 404 here. */
  prefetch?: (place: PageLocation) => Array<string>
  /** Addresses of the calls that the frame reads, also where only the frame is rendered. What they refuse, the frame does without. */
  layoutPrefetch?: (place: PageLocation) => Array<string>
  /** Rendered on the server, or only its frame. */
  ssr: boolean
  /** What runs in the browser: the whole page, nothing, or one small script of the page's own. */
  hydrate: 'react' | 'none' | `web/${string}-island.ts`
  /** The full top bar knows who is looking; the slim one does not, so the page is the same for everybody. */
  layout: 'full' | 'slim'
  /** Its other addresses open something on the same page: going there is no arrival. */
  scrollKey?: string
  /** Whose page it is, and the look they have given it; none for ours. */
  brand?: (
    place: PageLocation,
    found: CacheReader,
  ) => { brand: TipPageBranding | null; name: string | null } | undefined
  /** Stands at the right of a slim top bar. */
  headerAction?: ComponentType
  /**
   * Whose page is the same, so the server may keep it for a second. `everybody` needs a slim frame and no React; `anonymous`
   * is for those without a cookie.
   */
  isCacheable?: 'everybody' | 'anonymous'
  /** What a shared page reads of its query. With one of these it is rendered by itself; other names change nothing. */
  isQueryName?: (name: string) => boolean
  /** Only on a machine of one's own. */
  devOnly?: boolean
  /** Only where the sandbox takes the cards. */
  sandboxOnly?: boolean
}

/** A path with its page, or with the choice between two by who is looking. */
export type PageRoute = { path: string; view: PageDefinition | ((viewer: User | null) => PageDefinition) }

/** What a page is called in a tab: its own name, then ours. */
export function pageTitle(name: string): string {
  return `${name} · Tipdrop`
}
