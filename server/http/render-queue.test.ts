import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { renderQueue } from './page-cache.ts'

test('at most three renders run at a time, and all of them run', async () => {
  const queue = renderQueue({ maxParallel: 3 })
  const order: Array<number> = []
  let running = 0
  let maxConcurrent = 0

  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      queue.run('a', async () => {
        running += 1
        maxConcurrent = Math.max(maxConcurrent, running)
        await sleep(2)
        running -= 1
        order.push(i)
      }),
    ),
  )

  expect(maxConcurrent).toBe(3)
  expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i))
})

test('a render over the waiting limit is refused, and later ones run again', async () => {
  const queue = renderQueue({ maxParallel: 1, maxWaiting: 1 })
  const release: Array<() => void> = []
  const pendingRender = () => queue.run('a', () => new Promise<void>((done) => release.push(done)))
  const first = pendingRender()
  const second = pendingRender()

  await expect(queue.run('a', async () => 'third')).rejects.toMatchObject({ code: 'unavailable' })
  await expect.poll(() => release.length).toBe(1)
  release.pop()?.()
  await first
  await expect.poll(() => release.length).toBe(1)
  release.pop()?.()
  await second

  expect(await queue.run('a', async () => 'fourth')).toBe('fourth')
})

test('a failed render frees its slot', async () => {
  const queue = renderQueue({ maxParallel: 1 })

  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

  expect(await queue.run('a', async () => 'next')).toBe('next')
})

/** A queue with one render that runs until `next` ends it; `started` lists the renders in the order they began. */
function slowQueue(maxWaiting: number) {
  const queue = renderQueue({ maxParallel: 1, maxWaiting })
  const started: Array<string> = []
  const release: Array<() => void> = []
  const render = (network: string, name: string) =>
    queue
      .run(network, () => {
        started.push(name)
        return new Promise<void>((done) => release.push(done))
      })
      .then(
        () => name,
        (error: { code?: string }) => `${name} ${error.code}`,
      )
  const finish = async (count: number) => {
    for (let i = 0; i < count; i++) {
      await expect.poll(() => release.length).toBe(1)
      release.pop()?.()
    }
  }
  return { render, finish, started }
}

test('renders of all networks alternate, whatever the number of renders of one network', async () => {
  const { render, finish, started } = slowQueue(100)

  const all = [
    ...Array.from({ length: 6 }, (_, i) => render('flood', `flood ${i}`)),
    render('visitor', 'visitor 0'),
    render('visitor', 'visitor 1'),
    render('other', 'other 0'),
  ]
  await finish(9)
  await Promise.all(all)

  expect(started).toEqual([
    'flood 0',
    'flood 1',
    'visitor 0',
    'other 0',
    'flood 2',
    'visitor 1',
    'flood 3',
    'flood 4',
    'flood 5',
  ])
})

test('a render of another network replaces the newest one of the network that fills the queue', async () => {
  const { render, finish, started } = slowQueue(3)
  const flood = Array.from({ length: 5 }, (_, i) => render('flood', `flood ${i}`))

  const visitor = render('visitor', 'visitor 0')
  await finish(4)

  expect(await visitor).toBe('visitor 0')
  expect(await Promise.all(flood)).toEqual([
    'flood 0',
    'flood 1',
    'flood 2',
    'flood 3 unavailable',
    'flood 4 unavailable',
  ])
  expect(started).toHaveLength(4)
})

test('a full queue refuses a network that already has as many waiting renders as any other', async () => {
  const { render, finish } = slowQueue(2)
  const first = [render('a', 'a 0'), render('a', 'a 1'), render('b', 'b 0')]

  const refused = await Promise.all([render('b', 'b 1'), render('c', 'c 0')])
  await finish(3)

  expect(refused).toEqual(['b 1 unavailable', 'c 0 unavailable'])
  expect(await Promise.all(first)).toEqual(['a 0', 'a 1', 'b 0'])
})
