import type { IncomingMessage, ServerResponse } from 'node:http'

/** Answers one of our own GET routes as the page's viewer: the status, and the body as JSON. */
export type InternalFetch = (path: string) => Promise<{ status: number; body: unknown }>

/** A page, and its status (404 for a missing one). With `location` it has moved there. */
export type RenderedPage = { status: number; html: string; location?: string }

/** Renders a page of the site from the API's responses. `url` is path and query, such as `/p/1?amount=5`. */
export interface PageRenderer {
  /** `nonce` is set on inline scripts and styles. */
  render(url: string, fetchApi: InternalFetch, page: { nonce: string }): Promise<RenderedPage>
  /**
   * The cache key of the page for `url` when it is the same for everyone: its path and the query parameters it reads.
   * Undefined when the page depends on its viewer. A page for `non-buyers` is not for browsers with a buyer cookie, one
   * for `anonymous` for requests without cookies only.
   */
  sharedAddress(url: string): { address: string; viewers: 'non-buyers' | 'anonymous' } | undefined
  /** The folder of built files, served under /assets and at the root (icons). Undefined in development. */
  readonly assets?: string
  /** In development: answers module requests, or calls `next`. */
  middleware?(request: IncomingMessage, response: ServerResponse, next: () => void): void
  close?(): Promise<void>
}
