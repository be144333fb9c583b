import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getHealth } from '../contract/instance.ts'
import type { ServerProcess } from '../tests/support/server-process.ts'
import { residentBytes } from './memory.ts'

/** Linux routes all of 127.0.0.0/8 to loopback, so the measuring client has another address than the attackers. */
const localAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'
const intervalMs = 50
const timeoutMs = 20_000

export type Observed = { latenciesMs: Array<number>; failed: number; peakBytes: number }

/** Requests /health twenty times a second, each over a new connection, and samples the server's memory, until stopped. */
export function observe(site: ServerProcess): { stop(): Promise<Observed> } {
  const observed: Observed = { latenciesMs: [], failed: 0, peakBytes: 0 }
  const pending = new Set<Promise<void>>()
  let isStopped = false

  const probe = async () => {
    const began = performance.now()
    const isOk = await isHealthy(site.url)
    if (isOk) observed.latenciesMs.push(performance.now() - began)
    else observed.failed += 1
    observed.peakBytes = Math.max(observed.peakBytes, await residentBytes(site))
  }
  const loop = (async () => {
    while (!isStopped) {
      const probing = probe().finally(() => pending.delete(probing))
      pending.add(probing)
      await sleep(intervalMs)
    }
    await Promise.all(pending)
  })()
  return {
    async stop() {
      isStopped = true
      await loop
      return observed
    },
  }
}

function isHealthy(url: string): Promise<boolean> {
  const agent = new Agent({ keepAlive: false })
  return new Promise((done) => {
    const request = get(
      `${url}${getHealth.path}`,
      { agent, localAddress, timeout: timeoutMs },
      (response) => {
        response.resume()
        response.once('end', () => done(response.statusCode === 200))
        response.once('error', () => done(false))
      },
    )
    request.once('timeout', () => request.destroy())
    request.once('error', () => done(false))
  })
}
