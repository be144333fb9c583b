import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { getHealth, getInstance } from '../contract/instance.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

/**
 * The result of one request: a status, or the code of a broken connection. `isLast` says that the response closed its
 * connection, `isAfterStop` that it arrived after the server was told to stop.
 */
type Outcome = { result: number | string; isLast: boolean; isAfterStop: boolean; isHealth: boolean }

/** Clients that send requests until the connection is refused, with keep-alive. */
function startClients(site: ServerProcess, count: number) {
  const outcomes: Array<Outcome> = []
  let isStopping = false
  const paths = [getHealth.path, getInstance.path, '/', '/pricing']
  const running = Array.from({ length: count }, async (_, client) => {
    // Every other client opens a connection for each request, so that some are being opened as the port closes.
    const agent = new Agent({ keepAlive: client % 2 === 0, maxSockets: 1 })
    for (let index = client; ; index++) {
      const path = paths[index % paths.length]
      const outcome = await send(`${site.url}${path}`, agent)
      outcomes.push({ ...outcome, isAfterStop: isStopping, isHealth: path === getHealth.path })
      if (outcome.result === 'ECONNREFUSED') break
    }
    agent.destroy()
  })
  return {
    outcomes,
    noteStop: () => {
      isStopping = true
    },
    ended: () => Promise.all(running),
  }
}

function send(url: string, agent: Agent): Promise<Pick<Outcome, 'result' | 'isLast'>> {
  return new Promise((done) => {
    const broken = (error: NodeJS.ErrnoException) =>
      done({ result: error.code ?? error.message, isLast: false })
    const clientRequest = request(url, { agent, timeout: 10_000 }, (answer) => {
      const isLast = answer.headers.connection === 'close'
      answer.once('error', broken)
      answer.once('end', () => done({ result: answer.statusCode ?? 0, isLast }))
      answer.resume()
    })
    clientRequest.once('timeout', () => clientRequest.destroy())
    clientRequest.once('error', broken)
    clientRequest.end()
  })
}

test('a stop breaks no response: connected clients are answered, the last response closes its connection, later ones are refused', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  const site = await startServerProcess({ DRAIN_MS: '600' })
  onTestFinished(site.remove)
  const results = new Map<number | string, number>()

  for (let stop = 0; stop < 3; stop++) {
    await site.start()
    const clients = startClients(site, 8)
    await sleep(200)
    const exited = site.exited()
    clients.noteStop()
    await site.stop()
    await clients.ended()

    expect(await exited).toBe(0)
    // A load balancer learns of the stop from the health check's 503.
    for (const { result } of clients.outcomes.filter((each) => !(each.isHealth && each.result === 503)))
      results.set(result, (results.get(result) ?? 0) + 1)
    const lastResponses = clients.outcomes.filter(({ isAfterStop, isLast }) => isAfterStop && isLast)
    expect(lastResponses.length).toBeGreaterThan(4)
  }

  expect([...results.keys()].toSorted()).toEqual([200, 'ECONNREFUSED'])
})
