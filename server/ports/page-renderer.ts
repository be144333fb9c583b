import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Calls one of our own GET routes as the page's viewer. Returns the status and the parsed JSON body, or an image as a data
 * URL.
 */
export type InternalFetch = (path: string) => Promise<{ status: number; body: unknown }>

/** A page and its HTTP status, 404 for an unknown URL. With `location` the response is a redirect to it. */
export type RenderedPage = {
  status: number
  html: string
  location?: string
  /** The texts of the inline scripts, for a policy that names them by their hashes. */
  inlineScripts?: Array<string>
  /** The element with the page's styles, its text, and a link to the same styles that can replace it. */
  inlineStyle?: { text: string; element: string; link: string }
  /** What the page shows, such as `content/7` and `creator/mara`. It is out of date when one of them has changed. */
  tags?: Array<string>
  viewerPart?: ViewerPart
}

/** The part of a shared page that differs by viewer. Its methods return the whole page, with the same scripts. */
export type ViewerPart = {
  /** The page for a URL's query, as everyone gets it. */
  forQuery(url: string): string
  /** Renders the page for a buyer. Undefined when this viewer gets the same page as everyone. */
  forBuyer(url: string, fetchApi: InternalFetch): Promise<(() => string) | undefined>
}

/** What is known of a page by its URL, before it is rendered. */
export type PageLocation = {
  /** The page's one address, when the URL spells it in another way. */
  movedTo?: string
  /** Undefined when the page depends on its viewer. */
  shared?: SharedPage
}

/** A page that many viewers share. Its keys in a cache are `path`, and `address` for a query that changes it. */
export type SharedPage = {
  path: string
  address: string
  /** Where its viewer part is rendered for each request: the address with what only this link has, such as a code. */
  viewerAddress?: string
  /** The page is the same for `everyone`, except its viewer part; or for browsers without a session (`signed-out`). */
  viewers: 'everyone' | 'signed-out'
  /**
   * The API path of what the page is about. When there is nothing, the page is the one at `missingPath`, whatever the URL:
   * anyone can make up any number of ids and names.
   */
  subject?: { apiPath: string; missingPath: string }
}

/** Renders a page of the site from the API's responses. `url` is path and query, such as `/p/1?amount=5`. */
export interface PageRenderer {
  /** `nonce` is set on all scripts. A page for many viewers is rendered without one. */
  render(url: string, fetchApi: InternalFetch, page: { nonce?: string }): Promise<RenderedPage>
  locate(url: string): PageLocation
  /** The route pattern of the page of a URL, such as `/p/:id`; undefined without a page. Unset in development. */
  routeOf?(url: string): string | undefined
  /** The folder of built files, served under /assets and at the root (icons). Undefined in development. */
  readonly assets?: string
  /** In development: answers module requests, or calls `next`. */
  middleware?(request: IncomingMessage, response: ServerResponse, next: () => void): void
  close?(): Promise<void>
}
