import type { IncomingMessage, ServerResponse } from 'node:http'

/** Calls one of our own GET routes as the page's viewer. Returns the status and the parsed JSON body. */
export type InternalFetch = (path: string) => Promise<{ status: number; body: unknown }>

/** A page and its HTTP status, 404 for an unknown URL. With `location` the response is a redirect to it. */
export type RenderedPage = { status: number; html: string; location?: string }

/** Renders a page of the site from the API's responses. `url` is path and query, such as `/p/1?amount=5`. */
export interface PageRenderer {
  /** `nonce` is set on inline scripts and styles. */
  render(url: string, fetchApi: InternalFetch, page: { nonce: string }): Promise<RenderedPage>
  /**
   * The cache key of a page that many viewers share: its path and the query parameters that it reads. Undefined when the
   * page depends on its viewer. `non-buyers` are browsers without a buyer cookie; `anonymous` are requests without any
   * cookie.
   */
  sharedAddress(url: string): { address: string; viewers: 'non-buyers' | 'anonymous' } | undefined
  /** The folder of built files, served under /assets and at the root (icons). Undefined in development. */
  readonly assets?: string
  /** In development: answers module requests, or calls `next`. */
  middleware?(request: IncomingMessage, response: ServerResponse, next: () => void): void
  close?(): Promise<void>
}
