import { timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { HttpServer } from '../../http/create-server.ts'
import type { Ports } from '../../ports/index.ts'
import { addRequestMetrics } from './request-metrics.ts'
import { addStateMetrics } from './state-metrics.ts'

const path = '/metrics'

/**
 * Serves Prometheus metrics as configured: on METRICS_PORT, for a scraper in a private network, and on the main port
 * to requests with METRICS_TOKEN. Call it before `app` listens. `close` ends the metrics port.
 */
export async function serveMetrics(
  ports: Pick<Ports, 'config' | 'db' | 'clock' | 'pool'>,
  app: HttpServer,
): Promise<{ close(): Promise<void> }> {
  const { metricsPort, metricsToken, metricsHost } = ports.config
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addStateMetrics(registry, ports)
  addRequestMetrics(registry, app)

  if (metricsToken !== undefined)
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      if (!hasToken(request.headers.authorization, metricsToken))
        return reply.code(401).header('www-authenticate', 'Bearer').send()
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  return {
    close:
      metricsPort === undefined ? async () => undefined : await listen(registry, metricsPort, metricsHost),
  }
}

function hasToken(authorization: string | undefined, token: string): boolean {
  const given = Buffer.from(authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function listen(registry: Registry, port: number, host: string): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== path) return response.writeHead(404).end()
    registry
      .metrics()
      .then((text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text))
      .catch(() => response.writeHead(503).end())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
