/** Answers one of our own GET calls as the viewer who asked for the page: the status, and the body as JSON. */
export type Ask = (path: string) => Promise<{ status: number; body: unknown }>

/** A page, or `redirect` with the address to go to. `nonce` is what inline scripts must carry. */
export type Page = { status: number; html: string }

/** Renders a page of the site from the API's own answers. `url` is path and query, such as `/p/1?amount=5`. */
export interface PageRenderer {
  render(url: string, ask: Ask, page: { nonce: string }): Promise<Page>
}
