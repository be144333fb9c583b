import { expect, test } from 'vitest'
import { roundRobin } from './round-robin.ts'

function filled(...names: Array<string>) {
  const queue = roundRobin<string>()
  for (const name of names) queue.add(name.slice(0, 1), name)
  return queue
}

function takeAll(queue: ReturnType<typeof filled>) {
  return Array.from({ length: queue.count() }, () => queue.take())
}

test('owners take turns, each in the order of arrival', () => {
  expect(takeAll(filled('a1', 'a2', 'a3', 'b1', 'c1', 'c2'))).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
})

test('an owner that comes later waits for the one that is served', () => {
  const queue = filled('a1', 'a2', 'a3')
  const first = queue.take()
  queue.add('b', 'b1')

  expect([first, queue.take('a'), ...takeAll(queue)]).toEqual(['a1', 'b1', 'a2', 'a3'])
  expect(queue.take()).toBeUndefined()
})

test('the owner with most loses its newest', () => {
  const queue = filled('a1', 'b1', 'b2', 'b3')

  expect(queue.maxCount()).toBe(3)
  expect([queue.takeFromLongest(), queue.takeFromLongest()]).toEqual(['b3', 'b2'])
  expect(takeAll(queue)).toEqual(['a1', 'b1'])
})
