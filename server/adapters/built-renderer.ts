import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageRenderer } from '../ports/page-renderer.ts'

/** Renders pages with the bundle that `npm run build` wrote to `dist`. */
export async function builtRenderer(dist: string): Promise<PageRenderer> {
  const manifest = JSON.parse(await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8'))
  const { createRenderer } = await import(pathToFileURL(join(dist, 'web/entry-server.js')).href)
  return { ...createRenderer(manifest), assets: join(dist, 'client') }
}
