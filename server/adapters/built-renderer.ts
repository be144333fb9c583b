import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageRenderer } from '../ports/page-renderer.ts'

/** Renders pages with the bundle that `npm run build` wrote to `dist`. */
export async function builtRenderer(dist: string): Promise<PageRenderer> {
  const manifest = JSON.parse(await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8'))
  const { createRenderer } = await import(join(dist, 'web/entry-server.js'))
  const readStyles = (source: string) => readFile(join(dist, 'client', manifest[source].file), 'utf8')
  const inlineTexts = {
    'web/ui/tip-page.css': await readStyles('web/ui/tip-page.css'),
    'web/ui/landing.css': await readStyles('web/ui/landing.css'),
    'web/features/tip-page/tip-page-script.ts': await readFile(join(dist, 'web/tip-page-script.js'), 'utf8'),
  }
  return { ...createRenderer({ manifest, inlineTexts }), assets: join(dist, 'client') }
}
