import { Counter, Histogram, type Registry } from 'prom-client'
import type { HttpServer } from '../../http/create-server.ts'

/** In seconds, from a cached page to a large download. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

/** Measures every request by route pattern, so that no token or id of a URL becomes a label. */
export function addRequestMetrics(registry: Registry, app: HttpServer): void {
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

  app.addHook('onResponse', ({ method, routeOptions, headers }, { statusCode, elapsedTime }, done) => {
    const status = `${Math.floor(statusCode / 100)}xx`
    duration.observe({ method, route: routeOptions.url ?? 'unknown', status }, elapsedTime / 1_000)
    const length = Number(headers['content-length'])
    if (routeOptions.config?.acceptsUploads && statusCode < 400 && Number.isFinite(length))
      uploaded.inc(length)
    done()
  })
}
