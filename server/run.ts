import { startWorkers } from './adapters/pg-boss-queue.ts'
import { sandboxRoutes } from './adapters/sandbox/routes.ts'
import type { StopStep } from './adapters/stop-steps.ts'
import { buildApp } from './app.ts'
import type { Application } from './compose.ts'
import { notifyOwner } from './features/access/owner-notice.ts'
import { processRunBatch } from './features/payouts/process-run.ts'
import { sendTransfer } from './features/payouts/send-transfer.ts'
import { settlePurchase } from './features/settlement/settle-purchase.ts'
import type { HttpServer } from './http/create-server.ts'
import { type GracefulClose, gracefulClose } from './http/graceful-close.ts'
import { startFileStoreCleanup } from './jobs/clean-file-store.ts'
import { startPeriodicTasks } from './jobs/periodic-tasks.ts'
import { sendEmail } from './jobs/send-email.ts'
import type { PageRenderer } from './ports/page-renderer.ts'

/** Milliseconds between two looks for webhooks that are due. */
const webhookIntervalMs = 250
/** How long the drain and running requests get together when we are asked to stop, and running requests at least. */
const drainAndRequestsMs = 4_000
const minRequestsMs = 2_000
/** How long the sweep, the webhooks and the clean-up get to finish what they are at. */
const jobsTimeoutMs = 1_500

/** Listens, works off the queue, posts the sandbox's webhooks and sweeps. `stop` lets what runs finish first. */
export async function serve(
  { ports, sandbox, queue }: Application,
  { renderer, version }: { renderer: PageRenderer; version: string },
): Promise<{ app: HttpServer; stops: Array<StopStep> }> {
  const { config } = ports
  const { app, drain } = await buildApp(ports, {
    renderer,
    version,
    extras: [(api) => sandboxRoutes(api, sandbox)],
  })
  const closing = gracefulClose(app.server)
  // What cannot listen must not hold on to the database either.
  await app
    .listen({ port: config.port, host: config.host })
    .catch((fault) => app.close().then(() => Promise.reject(fault)))

  await startWorkers(queue, {
    'deliver-mail': (data) => sendEmail(ports, data),
    'notify-owner': (data) => notifyOwner(ports, data),
    'settle-payment': async ({ paymentId }) => {
      await settlePurchase(ports, paymentId)
    },
    'run-payouts': (data) => processRunBatch(ports, data),
    'send-transfer': (data) => sendTransfer(ports, data),
  })
  const requestsTimeoutMs = Math.max(minRequestsMs, drainAndRequestsMs - config.drainMs)
  const url = `http://${loopbackHost(config.host)}:${portOf(app)}/api/webhooks/sandbox`
  const stopWebhookWorker = sandbox?.startWebhookWorker({ url, intervalMs: webhookIntervalMs })
  const stopPeriodicTasks = startPeriodicTasks(ports)
  const stopFileStoreCleanup = startFileStoreCleanup(ports)

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
        run: () => Promise.all([stopWebhookWorker?.(), stopPeriodicTasks(), stopFileStoreCleanup()]),
        timeoutMs: jobsTimeoutMs,
      },
    ],
  }
}

/** The address by which we reach ourselves. */
function loopbackHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host.includes(':') ? `[${host === '::' ? '::1' : host}]` : host
}

function portOf(app: HttpServer): number {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port')
  return address.port
}

/** Takes no new requests, and ends the connections of those who do not finish in time. */
async function close(app: HttpServer, { stopAccepting }: GracefulClose, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs)
  await stopAccepting()
  await app.close().finally(() => clearTimeout(timer))
}
