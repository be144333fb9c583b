import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startOwnProxy } from '../bench/cluster/proxy.ts'
import { freePort } from '../bench/server-process.ts'

async function startUpstream(listener: RequestListener) {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, port: (server.address() as AddressInfo).port }
}

async function proxyFor(ports: Array<number>): Promise<string> {
  const { url, stop } = await startOwnProxy(ports)
  onTestFinished(stop)
  return url
}

const echo: RequestListener = (request, response) => void text(request).then((body) => response.end(body))

/** Enough requests that each process is the first one several times. */
const rounds = Array.from({ length: 6 }, (_, index) => `body ${index}`.repeat(10_000))

test('a request whose process refuses the connection reaches the next one with its whole body', async () => {
  const url = await proxyFor([await freePort(), (await startUpstream(echo)).port])

  const answers = []
  for (const body of rounds) {
    const response = await fetch(url, { method: 'POST', body })
    answers.push(await response.text())
  }

  expect(answers).toEqual(rounds)
})

test('a page that a stopping process refuses with 503 comes from the next one, and an order is not repeated', async () => {
  const stopping = await startUpstream((_, response) => response.writeHead(503).end())
  const url = await proxyFor([stopping.port, (await startUpstream(echo)).port])
  const statusesOf = (method: string) =>
    Promise.all(rounds.map(async () => (await fetch(url, { method })).status))

  expect(new Set(await statusesOf('GET'))).toEqual(new Set([200]))
  expect(new Set(await statusesOf('POST'))).toEqual(new Set([200, 503]))
})

test('a process that stops in the middle of its refusal does not break the answer of the next one', async () => {
  const stopping = await startUpstream((request, response) => {
    response.writeHead(503, { 'content-length': '100' }).write('stopping')
    setTimeout(() => request.socket.resetAndDestroy(), 100)
  })
  const slow = await startUpstream((_, response) => {
    response.write('first ')
    setTimeout(() => response.end('second'), 300)
  })
  const url = await proxyFor([stopping.port, slow.port])

  const answers = await Promise.all(rounds.map(() => fetch(url).then((response) => response.text())))

  expect(new Set(answers)).toEqual(new Set(['first second']))
})

test('a client that leaves before the answer does not end the proxy', async () => {
  const slow = await startUpstream((_, response) => void setTimeout(() => response.end('late'), 200))
  const url = await proxyFor([slow.port])

  await Promise.allSettled(rounds.map(() => fetch(url, { signal: AbortSignal.timeout(50) })))
  await sleep(300)

  expect(await (await fetch(url)).text()).toBe('late')
})

test('a stream of a process that is killed ends for the client, who can open it again', async () => {
  const upstream = await startUpstream((_, response) => void response.writeHead(200).write('first'))
  const url = await proxyFor([upstream.port])
  const response = await fetch(url)
  const ended = response.text().then(
    () => 'complete',
    () => 'broken off',
  )

  upstream.server.closeAllConnections()

  expect(await Promise.race([ended, sleep(5_000, 'open')])).toBe('broken off')
})
