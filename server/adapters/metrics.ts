import { createServer } from 'node:http'
import type { Registry } from 'prom-client'
import { dictionary } from '../../contract/dictionary.ts'
import { readStateFigures, type StateFigure } from '../features/operating/monitoring/figures.ts'
import type { HttpServer } from '../http/create-server.ts'
import { timingSafeEquals } from '../http/request-context.ts'
import { routeName } from '../http/route-name.ts'
import type { Ports } from '../ports/index.ts'

const path = '/metrics'

type PrometheusClient = typeof import('prom-client')

type StatePorts = Pick<Ports, 'db' | 'clock' | 'pool' | 'fileStore'>

/**
 * Serves Prometheus metrics as configured: on METRICS_PORT, for a scraper in a private network, and on the main port
 * to requests with METRICS_TOKEN. Call it before `app` listens. `close` ends the metrics port. Without either setting the
 * Prometheus client is not loaded.
 */
export async function serveMetrics(
  ports: StatePorts & Pick<Ports, 'config' | 'replica'>,
  app: HttpServer,
  version: string,
): Promise<{ close(): Promise<void> }> {
  const { metricsPort, metricsToken, metricsHost } = ports.config
  if (metricsPort === undefined && metricsToken === undefined) return { close: async () => undefined }
  // The bundle of a CommonJS package has a default export only.
  const { default: client } = await import('prom-client')
  const registry = new client.Registry()
  client.collectDefaultMetrics({ register: registry })
  addStateMetrics(client, registry, ports)
  addProcessMetrics(client, registry, { version, role: ports.config.role })
  addReplicaMetric(client, registry, ports)
  addRequestMetrics(client, registry, app)

  if (metricsToken !== undefined)
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      if (!timingSafeEquals(`Bearer ${metricsToken}`, request.headers.authorization ?? ''))
        return reply.code(401).header('www-authenticate', 'Bearer').send()
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  return {
    close:
      metricsPort === undefined ? async () => undefined : await listen(registry, metricsPort, metricsHost),
  }
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

/** In seconds, from a cached page to a large download. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

/** Measures every request by route pattern, so that no token or id of a URL becomes a label. */
function addRequestMetrics(
  { Counter, Histogram }: PrometheusClient,
  registry: Registry,
  app: HttpServer,
): void {
  const duration = new Histogram({
    name: 'tipdrop_http_request_duration_seconds',
    help: 'Duration of requests by method, route and status class',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  const uploaded = new Counter({
    name: 'tipdrop_upload_bytes_total',
    help: 'Bytes of uploads received',
    registers: [registry],
  })

  app.addHook('onResponse', (request, { statusCode, elapsedTime }, done) => {
    const { method, routeOptions, headers } = request
    const status = `${Math.floor(statusCode / 100)}xx`
    duration.observe({ method, route: routeName(request), status }, elapsedTime / 1_000)
    const length = Number(headers['content-length'])
    if (routeOptions.config?.acceptsUploads && statusCode < 400 && Number.isFinite(length))
      uploaded.inc(length)
    done()
  })
}

/** Gauges that the database answers, with the label that separates their samples. */
const gauges: Record<string, { help: string; label?: string }> = dictionary({
  tipdrop_checkouts_due: { help: 'Checkouts whose next check is due' },
  tipdrop_settle_lag_seconds: { help: 'How long the oldest due checkout has waited for its check' },
  tipdrop_deliveries_pending: { help: 'Paid purchases whose delivery is not verified yet' },
  tipdrop_delivery_lag_seconds: { help: 'How long the oldest of them has waited' },
  tipdrop_webhook_events_pending: { help: 'Received webhook events that are not processed yet' },
  tipdrop_webhook_lag_seconds: { help: 'How long the oldest of them has waited' },
  tipdrop_emails_pending: { help: 'Emails that wait to be sent' },
  tipdrop_email_lag_seconds: { help: 'How long the oldest of them has waited' },
  tipdrop_sweep_age_seconds: { help: 'Seconds since the last run of the periodic tasks' },
  tipdrop_queue_jobs: { help: 'Unfinished jobs by queue', label: 'queue' },
  tipdrop_queue_lag_seconds: {
    help: 'How long the oldest job that may start has waited, by queue',
    label: 'queue',
  },
  tipdrop_alerts_open: { help: 'Open alerts by kind', label: 'kind' },
  tipdrop_payouts_processing: { help: 'Payouts that are not paid yet' },
  tipdrop_payout_age_seconds: { help: 'Age of the oldest payout that is not paid yet' },
  tipdrop_ledger_minor_units: {
    help: 'What is owed to creators by account, in minor units',
    label: 'account',
  },
  tipdrop_ledger_unbalanced_postings: { help: 'Recent postings that do not sum to zero' },
  tipdrop_ledger_unsealed_postings: { help: 'Postings that are not in the hash chain yet' },
  tipdrop_backup_age_seconds: {
    help: 'Seconds since the data of the last complete backup; without one no sample',
  },
  tipdrop_database_bytes: { help: 'Size of the database' },
})

/** Counts since the beginning of the site, the same at each process and after a restart. */
const counters: Record<string, string> = dictionary({
  tipdrop_sales_total: 'Paid sales, also those that were refunded later',
  tipdrop_refunds_total: 'Refunds, also of a part',
  tipdrop_disputes_total: 'Disputes that took money back',
})

/** What tells this process from others. */
function addProcessMetrics(
  { Gauge }: PrometheusClient,
  registry: Registry,
  { version, role }: { version: string; role: string },
): void {
  const info = new Gauge({
    name: 'tipdrop_build_info',
    help: 'Always 1: the version and the role of this process are its labels',
    labelNames: ['version', 'role'],
    registers: [registry],
  })
  info.set({ version, role }, 1)
}

/** Adds the figures of the instance's state to a registry. They are read once for each scrape, in one query. */
function addStateMetrics(
  { Counter, Gauge }: PrometheusClient,
  registry: Registry,
  { db, clock, pool, fileStore }: StatePorts,
): void {
  let scrape: Promise<Array<StateFigure>> | undefined
  /** The first gauge of a scrape reads the database for all of them. */
  const samples = () => {
    scrape ??= readStateFigures(db, clock.now()).finally(() => setImmediate(() => (scrape = undefined)))
    return scrape
  }
  for (const [name, { help, label }] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        this.reset()
        for (const sample of await samples())
          if (sample.name === name) this.set(label ? { [label]: sample.label } : {}, Number(sample.value))
      },
    })
  }
  for (const [name, help] of Object.entries(counters)) {
    new Counter({
      name,
      help,
      registers: [registry],
      async collect() {
        this.reset()
        for (const sample of await samples()) if (sample.name === name) this.inc(sample.value)
      },
    })
  }
  new Gauge({
    name: 'tipdrop_disk_bytes',
    help: 'What uploads may still use of the disk of the files, and its size; no sample with an object store',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset()
      const space = await fileStore.freeSpace?.().catch(() => undefined)
      if (!space) return
      this.set({ state: 'free' }, space.freeBytes)
      this.set({ state: 'total' }, space.totalBytes)
    },
  })
  new Gauge({
    name: 'tipdrop_database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

/** How far the copy of REPLICATE_TO is behind, where there is one. */
function addReplicaMetric(
  { Gauge }: PrometheusClient,
  registry: Registry,
  ports: Pick<Ports, 'replica'>,
): void {
  new Gauge({
    name: 'tipdrop_replica_lag_seconds',
    help: 'How long the oldest change that is not in the replica has been made; without one no sample',
    registers: [registry],
    collect() {
      if (ports.replica) this.set(ports.replica.status().lagSeconds)
      else this.remove()
    },
  })
}
