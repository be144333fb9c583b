import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { renderQueue } from './render-queue.ts'

test('renders run at most three at a time, all of them in their order', async () => {
  const queue = renderQueue({ maxParallel: 3 })
  const order: Array<number> = []
  let running = 0
  let most = 0

  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      queue.run(async () => {
        running += 1
        most = Math.max(most, running)
        await sleep(2)
        running -= 1
        order.push(i)
      }),
    ),
  )

  expect(most).toBe(3)
  expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i))
})

test('render past the waiting limit is refused at once, later ones run again', async () => {
  const queue = renderQueue({ maxParallel: 1, maxWaiting: 1 })
  const release: Array<() => void> = []
  const held = () => queue.run(() => new Promise<void>((done) => release.push(done)))
  const first = held()
  const second = held()

  await expect(queue.run(async () => 'third')).rejects.toMatchObject({ code: 'unavailable' })
  await expect.poll(() => release.length).toBe(1)
  release.pop()?.()
  await first
  await expect.poll(() => release.length).toBe(1)
  release.pop()?.()
  await second

  expect(await queue.run(async () => 'fourth')).toBe('fourth')
})

test('render that fails makes room for the next', async () => {
  const queue = renderQueue({ maxParallel: 1 })

  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

  expect(await queue.run(async () => 'next')).toBe('next')
})
