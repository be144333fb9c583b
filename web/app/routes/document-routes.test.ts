import { expect, test, vi } from 'vitest'
import { documentPaths, documentRoutes, routes } from './index.tsx'

test('the browser has the path of every page that React does not hydrate as a whole', () => {
  const views = routes.flatMap(({ path, view }) => (typeof view === 'function' ? [] : [{ path, view }]))
  const documents = views.filter(({ view }) => view.hydrate !== 'react')

  expect(documents.map(({ path }) => path)).toEqual(documentPaths)
  expect(documentRoutes.map(({ path }) => path)).toEqual(documentPaths)
})

test('a link to one of these pages loads a new document in the browser', async () => {
  vi.resetModules()
  vi.stubEnv('SSR', false)
  const browser = await import('./index.tsx')
  vi.unstubAllEnvs()

  expect(browser.documentRoutes.map(({ path }) => path)).toEqual(documentPaths)
  expect(browser.documentRoutes.map(({ view }) => typeof view !== 'function' && view.hydrate)).toEqual(
    documentPaths.map(() => 'none'),
  )
})
