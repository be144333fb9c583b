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
const some = [
  { path: '/', view },
  { path: '/p/:id', view },
]

test('a path is read into its parts and its query', () => {
  const found = match(some, '/p/42?amount=5&x=a%20b')

  expect(found?.entry.path).toBe('/p/:id')
  expect(found?.place.params).toEqual({ id: '42' })
  expect(found?.place.query.get('x')).toBe('a b')
})

test('a slash at the end changes nothing', () => {
  expect(match(some, '/p/42/')?.place.params).toEqual({ id: '42' })
  expect(match(some, '/?a=1')?.entry.path).toBe('/')
})

test.each(['/p', '/p/', '/p/1/2', '/P/1', '/q'])('%s is no page', (url) => {
  expect(match(some, url)).toBeUndefined()
})

test('a part that is wrongly encoded is taken as it stands', () => {
  expect(match(some, '/p/%E0%A4%A')?.place.params).toEqual({ id: '%E0%A4%A' })
})

test('no path is listed twice', () => {
  const paths = routes.map(({ path }) => path)

  expect(new Set(paths).size).toBe(paths.length)
})
