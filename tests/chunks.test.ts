import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'
import { chunks as namedChunks } from '../vite.config.ts'

let chunks: ReadonlyArray<Rolldown.OutputChunk> = []

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const root = join(import.meta.dirname, '..')
  const built = await build({ root, logLevel: 'error', build: { write: false } })
  vi.unstubAllEnvs()
  chunks = [built]
    .flat()
    .flatMap((bundle) => ('output' in bundle ? bundle.output : []))
    .filter((output) => output.type === 'chunk')
}, 120_000)

/** The source files that are loaded at once with these modules. */
function modulesLoadedWith(...entries: Array<string>): Array<string> {
  const found = new Set(
    entries.map((entry) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${entry}`))),
  )
  for (const chunk of found)
    for (const file of chunk?.imports ?? []) found.add(chunks.find(({ fileName }) => fileName === file))
  return [...found].flatMap((chunk) => chunk?.moduleIds ?? [])
}

const isSchema = (module: string) => module.includes('/node_modules/zod/') || module.endsWith('?schemas')

test.each([
  ['every page', 'web/entry-client.tsx'],
  ['the dashboard', 'web/app/pages/dashboard-page.tsx'],
  ['the checkout', 'web/features/buying/checkout/checkout.island.tsx?hydrate'],
  ['a tip page’s pay card', 'web/features/buying/tip-page/pay-card.island.tsx?hydrate'],
])('the first script of %s has no schemas', (_, entry) => {
  const modules = modulesLoadedWith('web/entry-client.tsx', entry)

  expect(modules.length).toBeGreaterThan(50)
  expect(modules.filter(isSchema)).toEqual([])
})

test('a page loads the schema that its form uses, and not those of other routes in the same file', () => {
  const modules = modulesLoadedWith('web/features/site/feedback/feedback-page.tsx')
  const feedback = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('feedback.ts?schemas')))

  expect(modules.some(isSchema)).toBe(true)
  expect(feedback?.code).toContain('Enter a subject')
  expect(feedback?.code).not.toContain('Marks feedback')
})

test.each(Object.entries(namedChunks))('the chunk %s has every file that it names', (name, paths) => {
  const modules = chunks.find((chunk) => chunk.name === name)?.moduleIds ?? []

  expect(paths.filter((path) => !modules.some((module) => module.includes(`/${path}`)))).toEqual([])
})

test('no file of the browser’s imports itself through others, because it would run before what it needs', () => {
  const importsOf = (name: string) => chunks.find(({ fileName }) => fileName === name)?.imports ?? []
  const inCycle = chunks
    .map(({ fileName }) => fileName)
    .filter((fileName) => {
      const found = new Set(importsOf(fileName))
      for (const name of found) for (const next of importsOf(name)) found.add(next)
      return found.has(fileName)
    })

  expect(inCycle).toEqual([])
})

test('the style guide is not in the product', () => {
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds)

  expect(modules.some((module) => module.includes('/web/features/'))).toBe(true)
  expect(modules.filter((module) => module.includes('/styleguide/'))).toEqual([])
})
