import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

/** Renders pages with the bundle that `npm run build` wrote to `dist`. */
export async function builtRenderer(dist: string): Promise<PageRenderer> {
  const manifest = JSON.parse(await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8'))
  const { createRenderer } = await import(join(dist, 'web/entry-server.js'))
  const readStyles = (source: string) => readFile(join(dist, 'client', manifest[source].file), 'utf8')
  const inlineTexts = {
    'web/ui/tip-page.css': await readStyles('web/ui/tip-page.css'),
    'web/ui/landing.css': await readStyles('web/ui/landing.css'),
    'web/features/buying/tip-page/tip-page-script.ts': await readFile(
      join(dist, 'web/tip-page-script.js'),
      'utf8',
    ),
  }
  return { ...createRenderer({ manifest, inlineTexts }), assets: join(dist, 'client') }
}
