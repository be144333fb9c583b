import type { HttpServer } from '../../http/create-server.ts'
import type { Ports } from '../../ports/index.ts'

/** Serves metrics where the configuration asks for them. Otherwise the Prometheus client is not loaded. */
export async function openMetrics(
  ports: Pick<Ports, 'config' | 'db' | 'clock' | 'pool'>,
  app: HttpServer,
): Promise<{ close(): Promise<void> }> {
  const { metricsPort, metricsToken } = ports.config
  if (metricsPort === undefined && metricsToken === undefined) return { close: async () => undefined }
  const { serveMetrics } = await import('./metrics.ts')
  return serveMetrics(ports, app)
}
