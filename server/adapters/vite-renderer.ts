import type { PageRenderer } from '../ports/page-renderer.ts'

/** Pages straight from the sources, with Vite answering for every module: a change shows at the next reload. */
export async function viteRenderer(): Promise<PageRenderer> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  return {
    async render(url, ask, page) {
      const { createRenderer } = await vite.ssrLoadModule('/web/entry-server.tsx')
      return createRenderer().render(url, ask, page)
    },
    // In development a change of the sources shows at the next reload.
    sharedAddress: () => undefined,
    middleware: (request, response, next) => vite.middlewares(request, response, next),
    close: () => vite.close(),
  }
}
