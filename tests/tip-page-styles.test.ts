import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { staticClosure } from './support/source-imports.ts'

const root = join(import.meta.dirname, '..')
const stylesheet = 'web/ui/tip-page.css'

/** The files and folders whose classes are in the inline styles. */
const named = [...readFileSync(join(root, stylesheet), 'utf8').matchAll(/^@source "(.*)";$/gm)].map(
  ([, path = '']) => normalize(join(stylesheet, '..', path)),
)
const isNamed = (file: string) => named.some((path) => file === path || file.startsWith(`${path}/`))

/** Everything that a tip page renders, on the server and after its islands are hydrated. */
const closure = staticClosure(
  'web/app/layout/layout.tsx',
  'web/features/tip-page/tip-page-route.tsx',
  'web/features/tip-page/share-action.tsx',
  'web/features/tip-page/pay-card-island.ts',
  'web/features/tip-page/share-island.ts',
  // Loaded by the first message.
  'web/ui/mount-toaster.tsx',
)

test('every component of a tip page is in its inline styles', () => {
  const components = closure.filter((file) => /^web.*(\.tsx|-variants\.ts)$/.test(file))

  expect(components).toContain('web/ui/button.tsx')
  expect(components.filter((file) => !isNamed(file))).toEqual([])
})

test.each(named)('%s, named in the inline styles, is on a tip page', (path) => {
  expect(existsSync(join(root, path))).toBe(true)
  const isFolder = statSync(join(root, path)).isDirectory()
  expect(closure.some((file) => (isFolder ? file.startsWith(`${path}/`) : file === path))).toBe(true)
})
