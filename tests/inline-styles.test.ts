import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { staticClosure } from './support/source-imports.ts'

const root = join(import.meta.dirname, '..')

/** Everything that the pages of a stylesheet render, on the server and after their islands are hydrated. */
const closures = {
  'web/ui/tip-page.css': staticClosure(
    'web/app/layout/layout.tsx',
    'web/features/buying/tip-page/tip-page-route.tsx',
    'web/app/routes/header-actions.tsx',
    'web/features/buying/tip-page/pay-card.island.tsx',
    'web/features/buying/tip-page/share.island.tsx',
    'web/hydration/hydrate-island.tsx',
    // Loaded by the first message.
    'web/ui/toaster.tsx',
  ),
  'web/ui/landing.css': staticClosure(
    'web/app/layout/layout.tsx',
    'web/features/site/landing/landing-page.tsx',
    'web/features/site/landing/landing-start.island.tsx',
    // Loaded once something was chosen.
    'web/features/site/landing/page-maker.tsx',
    'web/features/site/pricing/pricing-page.tsx',
    'web/features/site/pricing/plan-comparison.island.tsx',
    'web/hydration/hydrate-island.tsx',
    'web/ui/toaster.tsx',
  ),
}

describe.each(Object.entries(closures))('%s', (stylesheet, closure) => {
  /** The files and folders whose classes are in the inline styles. */
  const named = [...readFileSync(join(root, stylesheet), 'utf8').matchAll(/^@source "(.*)";$/gm)].map(
    ([, path = '']) => normalize(join(stylesheet, '..', path)),
  )
  const isNamed = (file: string) => named.some((path) => file === path || file.startsWith(`${path}/`))

  test('every component of its pages is in the inline styles', () => {
    const components = closure.filter((file) => /^web.*(\.tsx|-variants\.ts)$/.test(file))

    expect(components).toContain('web/ui/button.tsx')
    expect(components.filter((file) => !isNamed(file))).toEqual([])
  })

  test.each(named)('%s, named in the inline styles, is on its pages', (path) => {
    expect(existsSync(join(root, path))).toBe(true)
    const isFolder = statSync(join(root, path)).isDirectory()
    expect(closure.some((file) => (isFolder ? file.startsWith(`${path}/`) : file === path))).toBe(true)
  })
})
