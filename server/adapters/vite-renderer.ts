import type { PageRenderer } from '../ports/page-renderer.ts'

/** Renders pages from the sources with Vite, so that a change is visible at the next reload. */
export async function viteRenderer(): Promise<PageRenderer> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  return {
    async render(url, fetchApi, page) {
      const { createRenderer } = await vite.ssrLoadModule('/web/entry-server.tsx')
      return createRenderer().render(url, fetchApi, page)
    },
    // Not cached in development, so that a change is visible at the next reload.
    locate: () => ({}),
    middleware: (request, response, next) => vite.middlewares(request, response, next),
    close: () => vite.close(),
  }
}
