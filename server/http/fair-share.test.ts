import { Agent, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { type FairShare, shareFairly } from './fair-share.ts'

/** A server whose answers to /held come when the test says so. */
async function server(options: Partial<FairShare> = {}) {
  const app = Fastify({ forceCloseConnections: true })
  const held: Array<() => void> = []
  app.get('/held', () => new Promise((done) => held.push(() => done('at last'))))
  app.get('/', async () => 'hello')
  shareFairly(app.server, { maxActivePerAddress: 2, turnMs: 60_000, isExempt: () => false, ...options })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const ask = (path: string, localAddress = '127.0.0.1') => {
    const agent = new Agent({ keepAlive: false })
    const asked = get({ port, host: '127.0.0.1', path, localAddress, agent })
    const answer = new Promise<number>((done) => {
      asked.once('error', () => done(0))
      asked.once('response', (reply) => {
        reply.resume()
        reply.once('end', () => done(reply.statusCode ?? 0))
      })
    })
    return { answer, hangUp: () => asked.destroy() }
  }
  return { held, ask }
}

test('requests of one address wait for each other, another address is answered at once', async () => {
  const { held, ask } = await server()
  const flood = Array.from({ length: 6 }, () => ask('/held'))
  await expect.poll(() => held.length).toBe(2)

  expect(await ask('/', '127.0.0.2').answer).toBe(200)

  await sleep(50)
  expect(held).toHaveLength(2)
  for (let i = 0; i < 6; i++) {
    await expect.poll(() => held.length).toBeGreaterThan(i)
    held[i]?.()
  }
  expect(await Promise.all(flood.map(({ answer }) => answer))).toEqual(Array(6).fill(200))
})

test('request that takes long gives its turn to the next one of its address', async () => {
  const { held, ask } = await server({ turnMs: 50 })
  const slow = [ask('/held'), ask('/held')]
  await expect.poll(() => held.length).toBe(2)

  expect(await ask('/').answer).toBe(200)

  for (const answer of held) answer()
  expect(await Promise.all(slow.map(({ answer }) => answer))).toEqual([200, 200])
})

test('request whose sender has gone while it waited is not worked on', async () => {
  const { held, ask } = await server()
  const first = [ask('/held'), ask('/held')]
  await expect.poll(() => held.length).toBe(2)
  const gone = ask('/held')
  await sleep(50)
  gone.hangUp()
  await sleep(50)

  for (const answer of held) answer()
  await Promise.all(first.map(({ answer }) => answer))

  expect(await ask('/').answer).toBe(200)
  expect(held).toHaveLength(2)
})

test('exempt address is not limited', async () => {
  const { held, ask } = await server({ isExempt: () => true })

  for (let i = 0; i < 6; i++) ask('/held')

  await expect.poll(() => held.length).toBe(6)
  for (const answer of held) answer()
})
