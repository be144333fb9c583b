import { expect, test } from 'vitest'
import { match } from './match-route.ts'
import { routes } from './routes/index.tsx'
import type { PageDefinition } from './routes/page-route.ts'

const view: PageDefinition = {
  load: async () => () => null,
  head: () => ({ title: 'Tip' }),
  ssr: true,
  hydrate: 'none',
  layout: 'slim',
}
const entries = [
  { path: '/', view },
  { path: '/p/:id', view },
]

test('match parses path parameters and the query', () => {
  const matched = match(entries, '/p/42?amount=5&x=a%20b')

  expect(matched?.entry.path).toBe('/p/:id')
  expect(matched?.location.params).toEqual({ id: '42' })
  expect(matched?.location.query.get('x')).toBe('a b')
})

test('match ignores a trailing slash', () => {
  expect(match(entries, '/p/42/')?.location.params).toEqual({ id: '42' })
  expect(match(entries, '/?a=1')?.entry.path).toBe('/')
})

test.each(['/p', '/p/', '/p/1/2', '/P/1', '/q'])('match finds no page for %s', (url) => {
  expect(match(entries, url)).toBeUndefined()
})

test('match leaves a wrongly encoded path segment unchanged', () => {
  expect(match(entries, '/p/%E0%A4%A')?.location.params).toEqual({ id: '%E0%A4%A' })
})

test('each path is listed once in routes', () => {
  const paths = routes.map(({ path }) => path)

  expect(new Set(paths).size).toBe(paths.length)
})
