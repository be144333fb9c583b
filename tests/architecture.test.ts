import { builtinModules } from 'node:module'
import { join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { registered } from '../server/features/index.ts'
import { code, files, imports, sources, staticClosure } from './support/source-imports.ts'

/**
 * The layers from the bottom up. A file may import its own folder and any folder named before it, nothing else. A
 * folder that ends in a star means its subfolders, which may not import each other.
 */
const server = [
  'contract',
  'domain',
  'server/config',
  'server/config.ts',
  'server/db',
  'server/ports',
  'server/http',
  // The map of emails, of which the type of a feature is made.
  'server/features/telling/email/email.ts',
  'server/features/telling/email/styles.ts',
  'server/features/telling/email/document.tsx',
  'server/features/telling/email/layout.tsx',
  'server/features/telling/deliveries/deliveries.ts',
  'server/features/inbox.ts',
  'server/features/feature.ts',
  ...registered.features.map(({ name }) => `server/features/${name}`),
  'server/features/register.ts',
  'server/features/index.ts',
  'server/adapters',
  'server/jobs',
  'server/app.ts',
  'server/create-services.ts',
  'server/verify',
  'server/backup',
  'server/compose.ts',
  'server/run.ts',
  'server/startup-errors.ts',
  'server/product-version.ts',
  'server/start-probes.ts',
  'server/start-instance.ts',
  'server/start.ts',
  'server/main.ts',
  'server/seed',
  'server/doctor',
  'server/staff',
  'server/command',
]

const web = [
  'contract',
  'domain',
  // Its examples are on the page for developers.
  'docs/developers.md?raw',
  'web/ui',
  'web/api',
  'web/shared',
  'web/payments',
  'web/hydration',
  'web/features/*',
  'web/app',
  'web/entry-client.tsx',
  'web/entry-server.tsx',
]

/** Loaded at every start. */
const serverEntries = ['server/main.ts', 'server/start.ts', 'server/start-instance.ts']

test('every source file belongs to a layer', () => {
  expect(sources('contract', 'domain', 'server').filter((file) => layerOf(server, file) === -1)).toEqual([])
  expect(sources('web').filter((file) => layerOf(web, file) === -1)).toEqual([])
})

test('server code imports only from lower layers', () => {
  expect(findForbiddenImports(server, 'contract', 'domain', 'server')).toEqual([])
})

test('no feature imports the array of features, or a feature after it', () => {
  const names = registered.features.map(({ name }) => `server/features/${name}`)
  const placeOf = (file: string) => names.findIndex((name) => file.startsWith(`${name}/`))
  const imported = findImports('server/features').filter(([from]) => placeOf(from) >= 0)

  expect(imported.length).toBeGreaterThan(1_000)
  expect(imported.filter(([, to]) => to === 'server/features/index.ts')).toEqual([])
  expect(imported.filter(([from, to]) => placeOf(to) > placeOf(from))).toEqual([])
})

test('web code imports only from lower layers', () => {
  expect(findForbiddenImports(web, 'contract', 'domain', 'web')).toEqual([])
})

test('the contract imports only zod/mini, and the domain imports no package', () => {
  expect(packages('contract').filter(([, name]) => name !== 'zod/mini')).toEqual([])
  expect(packages('domain')).toEqual([])
})

test('one web module accesses web storage, and one accesses IndexedDB', () => {
  const filesMatching = (name: RegExp) => sources('web').filter((file) => name.test(code(file)))

  // The theme's script is inline in the page, and guards its two accesses.
  expect(filesMatching(/\b(localStorage|sessionStorage)\b\s*[.[(]/)).toEqual(['web/app/ssr/html-document.ts'])
  expect(filesMatching(/\bglobalThis\[/)).toEqual(['web/ui/browser-storage.ts'])
  expect(filesMatching(/\bindexedDB\b|'idb-keyval'/)).toEqual(['web/shared/file-storage.ts'])
})

test('only server/http imports the HTTP library', () => {
  const others = sources('server').filter((file) => !file.startsWith('server/http/'))

  expect(others.filter((file) => imports(code(file)).some((name) => /^@?fastify\b/.test(name)))).toEqual([])
})

test('only the worker thread loads the renderers of PDFs, share images and QR codes', () => {
  const inWorker = new Set(staticClosure('server/adapters/documents/worker.ts'))
  const others = sources('server').filter((file) => !inWorker.has(file))
  const importsRenderer = (file: string) =>
    imports(code(file)).some((name) => ['satori', 'uqr'].includes(name))

  expect([...inWorker].filter(importsRenderer)).not.toEqual([])
  expect(others.filter(importsRenderer)).toEqual([])
  expect(staticClosure(...serverEntries)).not.toContain('server/adapters/documents/statement.ts')
})

test('only the processes that make samples load the readers of recordings and PDFs', () => {
  const workers = ['recording-worker.ts', 'measure-worker.ts', 'pages-worker.ts']
  const entries = workers.map((name) => `server/adapters/samples/${name}`)
  // Receipts are drawn on the canvas that samples are drawn on.
  const inWorkers = new Set(staticClosure(...entries, 'server/adapters/documents/worker.ts'))
  const importsReader = (file: string) =>
    imports(code(file)).some((name) => /^(mediabunny|@napi-rs\/canvas|pdfjs-dist\b.*)$/.test(name))

  expect([...inWorkers].filter(importsReader)).not.toEqual([])
  expect(sources('server').filter((file) => !inWorkers.has(file) && importsReader(file))).toEqual([])
  expect(staticClosure(...serverEntries).filter(importsReader)).toEqual([])
})

test('only processes of their own load the image library, and the seed of a demo', () => {
  const entries = ['server/adapters/images/image-worker.ts', 'server/adapters/documents/worker.ts']
  const inWorkers = new Set(staticClosure(...entries))
  const importsLibrary = (file: string) => imports(code(file)).includes('sharp')
  const others = sources('server').filter((file) => !file.startsWith('server/seed/') && !inWorkers.has(file))

  expect([...inWorkers].filter(importsLibrary)).not.toEqual([])
  expect(others.filter(importsLibrary)).toEqual([])
})

test('the server starts its database before it loads the rest of its code', () => {
  const first = staticClosure('server/main.ts', 'server/start.ts')

  expect(first).toContain('server/adapters/postgres/start.ts')
  expect(first.filter((file) => /^server\/(features|http|db\/schema)\//.test(file))).toEqual([])
})

test('browser code imports no Node modules', () => {
  const browser = packages('web').filter(([file]) => file !== 'web/entry-server.tsx')

  expect(browser.filter(([, name]) => name.startsWith('node:') || builtinModules.includes(name))).toEqual([])
})

test('the browser uses no schema of a route, which the build leaves out', () => {
  const routes = new Set(
    sources('contract').flatMap((file) =>
      [...code(file).matchAll(/^export const (\w+) = defineRoute\(/gm)].map(([, name = '']) => name),
    ),
  )
  const uses = (file: string) =>
    [...code(file).matchAll(/(?<!typeof )\b(\w+)\.(?:params|query|body|response)\b/g)].filter(
      ([, name = '']) => routes.has(name),
    )

  expect(routes.size).toBeGreaterThan(200)
  expect(sources('web').filter((file) => uses(file).length > 0)).toEqual([])
})

test('only server/config.ts reads the environment, after the command has put the settings file there', () => {
  const layers = sources('contract', 'domain', 'server', 'web')
  // The entry points pass it on as a whole.
  const readers = layers.filter((file) =>
    code(file).replaceAll('readConfig(process.env', '').includes('process.env'),
  )

  expect(readers).toEqual(['server/config.ts', 'server/command/environment.ts'])
})

test('no file is longer than 400 lines', () => {
  const all = ['contract', 'domain', 'server', 'web', 'tests'].flatMap(files)

  expect(all.filter((file) => code(file).split('\n').length > 400)).toEqual([])
})

test('a literal has its fields one by one, not several of them in a spread literal', () => {
  const all = ['contract', 'domain', 'server', 'web', 'tests', 'e2e', 'bench'].flatMap(files)
  const packed = all.filter((file) => /^\s*\.\.\.\{/m.test(code(file)))

  expect(packed).toEqual([])
})

/** Imports of a higher layer, of a sibling, or of no layer. */
function findForbiddenImports(layers: Array<string>, ...folders: Array<string>): Array<string> {
  return findImports(...folders)
    .filter(([from, to]) => !canImport(layers, from, to))
    .map(([from, to]) => `${from} -> ${to}`)
}

function canImport(layers: Array<string>, from: string, to: string): boolean {
  const [fromLayer, toLayer] = [layerOf(layers, from), layerOf(layers, to)]
  if (toLayer === -1 || toLayer > fromLayer) return false
  return toLayer < fromLayer || !layers[fromLayer]?.endsWith('/*') || isSameSibling(from, to)
}

function layerOf(layers: Array<string>, file: string): number {
  return layers.findIndex((layer) => file === layer || file.startsWith(`${layer.replace(/\/\*$/, '')}/`))
}

function isSameSibling(one: string, other: string): boolean {
  const sibling = (file: string) => file.split('/').slice(0, 4).join('/')
  return sibling(one) === sibling(other)
}

function findImports(...folders: Array<string>): Array<[from: string, to: string]> {
  return importsOf(...folders)
    .filter(([, name]) => name.startsWith('.'))
    .map(([file, name]) => [file, normalize(join(file, '..', name))])
}

function packages(folder: string): Array<[file: string, name: string]> {
  return importsOf(folder).filter(([, name]) => !name.startsWith('.'))
}

function importsOf(...folders: Array<string>): Array<[file: string, name: string]> {
  return sources(...folders).flatMap((file) =>
    imports(code(file)).map((name): [string, string] => [file, name]),
  )
}
