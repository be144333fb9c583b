import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BenchClient, createClient } from '../tests/support/http-client.ts'
import { startServerProcess } from '../tests/support/server-process.ts'
import type { Measurement } from './report.ts'

const clientFolder = join(import.meta.dirname, '../dist/client')

type Manifest = Record<string, { file: string; imports?: Array<string> }>
type Page = { what: string; path: string; client: BenchClient; modules?: Array<string>; target: string }

/** The compressed JavaScript that each page loads and runs before any interaction. */
export async function javascript(): Promise<Array<Measurement>> {
  const manifest: Manifest = JSON.parse(await readFile(join(clientFolder, '.vite/manifest.json'), 'utf8'))
  const site = await startServerProcess()
  try {
    await site.start()
    const [creator, visitor] = [createClient(site.url), createClient(site.url)]
    await creator.signIn(site, 'mara@example.com')
    const id = await creator.publish(Buffer.from('the very bytes'))
    await visitor.startCheckout(id)
    const pages: Array<Page> = [
      { what: 'tip page', path: `/p/${id}`, client: visitor, target: '8 KB' },
      { what: 'landing', path: '/', client: visitor, target: '8 KB' },
      {
        what: 'checkout',
        path: `/checkout/${id}`,
        client: visitor,
        target: '90 KB',
      },
      {
        what: 'dashboard',
        path: '/dashboard',
        client: creator,
        // Before the first sale it shows the first steps.
        modules: ['web/app/pages/dashboard-page.tsx', 'web/features/selling/first-day/first-steps.tsx'],
        target: '125 KB',
      },
    ]
    return await Promise.all(pages.map((page) => measureBundle(page, manifest)))
  } finally {
    await site.remove()
  }
}

async function measureBundle(
  { what, path, client, modules = [], target }: Page,
  manifest: Manifest,
): Promise<Measurement> {
  const response = await client.send('GET', path)
  const html = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)

  const named = [...html.matchAll(/ (?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((match) => match[1])
  const loaded = Object.keys(manifest).filter((name) => named.includes(manifest[name]?.file))
  const hasScript = loaded.length > 0
  const all = resolveImports([...loaded, ...(hasScript ? modules : [])], manifest)
  const files = [...new Set(all.map((name) => manifest[name]?.file ?? ''))].filter((file) =>
    file.endsWith('.js'),
  )
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(join(clientFolder, file))).length),
  )
  // Data, such as an island's props, has a type of its own.
  const inline = [...html.matchAll(/<script(?![^>]*(?: src=|json))[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code]) => gzipSync(code ?? '').length,
  )
  const total = [...sizes, ...inline].reduce((sum, size) => sum + size, 0)
  return {
    what: `JavaScript of the ${what}, gzip`,
    measured: `${(total / 1024).toFixed(1)} KB, ${files.length} files`,
    target,
  }
}

function resolveImports(names: Array<string>, manifest: Manifest): Array<string> {
  const modules = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (modules.has(name)) continue
    modules.add(name)
    if (!manifest[name]) throw new Error(`The build has no ${name}`)
    waiting.push(...(manifest[name]?.imports ?? []))
  }
  return [...modules]
}
