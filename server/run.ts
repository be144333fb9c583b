import { serveMetrics } from './adapters/metrics.ts'
import { sandboxRoutes } from './adapters/sandbox/routes.ts'
import type { StopStep } from './adapters/stop-steps.ts'
import { buildApp, buildWorkerApp } from './app.ts'
import type { Application } from './compose.ts'
import type { Config } from './config.ts'
import { registered } from './features/index.ts'
import type { HttpServer } from './http/create-server.ts'
import { type GracefulClose, gracefulClose } from './http/graceful-close.ts'
import { startJobs } from './jobs/worker.ts'
import type { PageRenderer } from './ports/page-renderer.ts'

/** The interval of the webhook worker. */
const webhookIntervalMs = 250
/** The time that a shutdown gives the drain and running requests together, and running requests at least. */
const drainAndRequestsMs = 4_000
const minRequestsMs = 2_000
/** The timeout of the sweep, webhooks and cleanup at shutdown. */
const jobsTimeoutMs = 1_500

/**
 * Starts what the process's role needs: pages and the API, the queue's workers and periodic tasks. `stops` are the
 * shutdown steps in order; they wait for running work.
 */
export async function serve(
  { ports, sandbox, queue }: Application,
  { renderer, version }: { renderer: PageRenderer; version: string },
): Promise<{ app: HttpServer; stops: Array<StopStep> }> {
  const { config } = ports
  const { app, drain } =
    config.role === 'worker'
      ? await buildWorkerApp(ports)
      : await buildApp(ports, { renderer, version, adapterRoutes: [(api) => sandboxRoutes(api, sandbox)] })
  const metrics = await serveMetrics(ports, app, version)
  const stops = registered.features.flatMap(
    ({ inEveryProcess }) => inEveryProcess?.(ports, { app, version }) ?? [],
  )
  const tracing = await openTracing(app, config, version)
  const closing = gracefulClose(app.server)
  // When listening fails, the database connections must be released as well.
  await app
    .listen({ port: config.port, host: config.host })
    .catch((error) => app.close().then(() => Promise.reject(error)))

  const stopJobs = config.role === 'web' ? undefined : await startJobs(ports, queue)
  const requestsTimeoutMs = Math.max(minRequestsMs, drainAndRequestsMs - config.drainMs)
  const url = `http://${loopbackHost(config.host)}:${portOf(app)}/api/webhooks/sandbox`
  // The sandbox sends its webhooks to the process that has the route.
  const stopWebhookWorker =
    config.role === 'worker' ? undefined : sandbox?.startWebhookWorker({ url, intervalMs: webhookIntervalMs })

  return {
    app,
    stops: [
      {
        name: 'drain',
        run() {
          closing.endKeepAlive()
          return drain(config.drainMs)
        },
        timeoutMs: config.drainMs + 500,
      },
      {
        name: 'requests',
        run: () => close(app, closing, requestsTimeoutMs),
        timeoutMs: requestsTimeoutMs + 500,
      },
      {
        name: 'sweep and webhooks',
        run: () => Promise.all([stopWebhookWorker?.(), stopJobs?.()]),
        timeoutMs: jobsTimeoutMs,
      },
      { name: 'heartbeat', run: () => Promise.all(stops.map((stop) => stop())), timeoutMs: 500 },
      { name: 'tracing', run: () => tracing?.close(), timeoutMs: 500 },
      { name: 'metrics', run: metrics.close, timeoutMs: 500 },
    ],
  }
}

/** Loads OpenTelemetry only where traces are sent. */
async function openTracing(app: HttpServer, { tracing, role, trustProxy }: Config, version: string) {
  if (!tracing) return undefined
  const { startTracing } = await import('./adapters/tracing.ts')
  return startTracing(app, tracing, { version, role, trustProxy })
}

/** The host under which the process can call itself. */
function loopbackHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host.includes(':') ? `[${host === '::' ? '::1' : host}]` : host
}

function portOf(app: HttpServer): number {
  const address = app.server.address()
  if (address === null || typeof address === 'string')
    throw new Error('The server is not listening on a port')
  return address.port
}

/** Accepts no new requests, and closes the connections of those that do not finish in time. */
async function close(app: HttpServer, { stopAccepting }: GracefulClose, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs)
  await stopAccepting()
  await app.close().finally(() => clearTimeout(timer))
}
