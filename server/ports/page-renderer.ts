import type { IncomingMessage, ServerResponse } from 'node:http'

/** Answers one of our own GET calls as the viewer who asked for the page: the status, and the body as JSON. */
export type InternalFetch = (path: string) => Promise<{ status: number; body: unknown }>

/** A whole page, and the status it is answered with (404 for what is not there). */
export type RenderedPage = { status: number; html: string }

/** Renders a page of the site from the API's own answers. `url` is path and query, such as `/p/1?amount=5`. */
export interface PageRenderer {
  /** `nonce` is what inline scripts and styles must carry. */
  render(url: string, fetchApi: InternalFetch, page: { nonce: string }): Promise<RenderedPage>
  /**
   * The address under which the page for `url` may be kept for a moment and given to everybody: its path, without what the
   * page does not read. Undefined where the page depends on its viewer or its query. A page for `anonymous` is for requests
   * without a cookie only.
   */
  sharedAddress(url: string): { address: string; viewers: 'everybody' | 'anonymous' } | undefined
  /** The folder of built files served under /assets and at the root (icons). Absent in development. */
  readonly assets?: string
  /** In development: answers module requests, else calls `next`. */
  middleware?(request: IncomingMessage, response: ServerResponse, next: () => void): void
  close?(): Promise<void>
}
