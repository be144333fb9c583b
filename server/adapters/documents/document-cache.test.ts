import { expect, test } from 'vitest'
import { documentCache } from './renderer.ts'

test('the least recently used document is evicted when the cache is over its maximum size', () => {
  const cache = documentCache(250)
  for (const key of ['a', 'b']) cache.set(key, Buffer.alloc(100))
  cache.get('a')

  cache.set('c', Buffer.alloc(100))

  expect(['a', 'b', 'c'].map((key) => cache.get(key)?.length)).toEqual([100, undefined, 100])
})

test('a document larger than the cache is not cached', () => {
  const cache = documentCache(250)

  cache.set('a', Buffer.alloc(300))

  expect(cache.get('a')).toBeUndefined()
})

test('a document that is set again counts once toward the maximum size', () => {
  const cache = documentCache(250)
  for (const _ of [1, 2, 3]) cache.set('a', Buffer.alloc(100))

  cache.set('b', Buffer.alloc(100))

  expect(cache.get('a')?.length).toBe(100)
})
