import type { ComponentType } from 'react'
import type { User } from '../../../contract/accounts.ts'
import type { Branding } from '../../../contract/pro.ts'
import { site } from '../../../contract/site.ts'
import type { CacheReader } from '../../api/types.ts'
import '../../ui/page-site.ts'

export type PageLocation = { path: string; params: Record<string, string>; query: URLSearchParams }

/**
 * Metadata of a page for browser tabs, search engines and link previews. `image` is a path on this site, `amount` a
 * decimal string.
 */
export type PageMeta = {
  title: string
  description?: string
  image?: string | null
  /** The image's size in pixels, if known. */
  imageSize?: { width: number; height: number }
  /** The canonical path of a page with several paths. */
  canonical?: string
  /** Structured data in terms of schema.org. */
  jsonLd?: Record<string, unknown>
  /** Other sites may embed it as a card (oembed.com). */
  hasOembed?: boolean
  price?: { amount: string; currency: string }
  /** The name of the site when the creator hides ours. */
  siteName?: string
  noIndex?: boolean
}

/** A page of the site, as the server, the router and the document's head need it. */
export type PageDefinition = {
  load: () => Promise<ComponentType>
  head: (location: PageLocation, readCached: CacheReader) => PageMeta
  /** URLs of the calls the page reads. The first is its subject: when it answers 404, the page does too. */
  prefetch?: (location: PageLocation) => Array<string>
  /**
   * URLs of the calls the layout reads, also when only the layout is rendered. The layout renders without those that
   * fail.
   */
  layoutPrefetch?: (location: PageLocation) => Array<string>
  /** The URL of a permanent redirect; undefined to show the page. */
  redirect?: (location: PageLocation, readCached: CacheReader) => string | undefined
  /** True: the server renders the page. False: the server renders only the layout. */
  ssr: boolean
  /** What React hydrates: the whole page, its islands, or nothing. */
  hydrate: 'react' | 'islands' | 'none'
  /** Said while the page cannot be shown, after the way on: loading takes long, or there are no scripts. */
  waitingNote?: string
  /** A module that the page runs immediately. The tip page's is small, loads no React, and is inline in a build. */
  script?: `web/features/${string}-script.ts`
  /** The stylesheet that is inline in the page, instead of the one of all pages. */
  inlineStyles?: 'web/ui/tip-page.css' | 'web/ui/landing.css'
  /** URLs of images that are in the page itself, so that the largest one is painted with the text. */
  inlineImages?: (location: PageLocation, readCached: CacheReader) => Array<string>
  /**
   * `full`: the top bar shows the user. `slim`: it does not, so the page can be cached for everyone
   * (ssr/cacheable-pages.ts). `frame`: a page in an iframe, without top bar and footer.
   */
  layout: 'full' | 'slim' | 'frame'
  /** Navigation between paths with the same key keeps the scroll position. */
  scrollKey?: string
  /** The creator's branding of the page; none for our own pages. */
  brand?: (
    location: PageLocation,
    readCached: CacheReader,
  ) => { brand: Branding | null; name: string | null } | undefined
  /** Shown at the right of a slim top bar. */
  headerAction?: ComponentType<{ params: PageLocation['params'] }>
  /** A link in the footer about this page, besides the site's own. */
  footerLink?: (
    location: PageLocation,
    readCached: CacheReader,
  ) => { href: string; label: string } | undefined
  /** Whether one can pay on it, so that it says when payments are tests. */
  takesPayments?: boolean
  /** Only where the sandbox is the payment provider. */
  isSandboxOnly?: boolean
}

/** A path with its page, or a choice between two pages by the current user. */
export type PageRoute = { path: string; view: PageDefinition | ((viewer: User | null) => PageDefinition) }

/** The title of a browser tab: the page's name, then ours. */
export function pageTitle(name: string): string {
  return `${name} · ${site().name}`
}

type PageParts = Pick<PageDefinition, 'load'> & Partial<PageDefinition>

/**
 * A page that search engines leave out: rendered in the browser, with the viewer in its top bar. Without side effects,
 * so that the build can drop a route that the browser does not use.
 */
// @__NO_SIDE_EFFECTS__
export function page(title: string, parts: PageParts): PageDefinition {
  return {
    head: () => ({ title: pageTitle(title), noIndex: true }),
    ssr: false,
    hydrate: 'react',
    layout: 'full',
    ...parts,
  }
}

/** A page for buyers that works without a script: rendered by the server, without the viewer. */
// @__NO_SIDE_EFFECTS__
export function plainPage(title: string, parts: PageParts): PageDefinition {
  return page(title, { ssr: true, hydrate: 'none', layout: 'slim', ...parts })
}
