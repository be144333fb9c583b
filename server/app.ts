import { setTimeout as sleep } from 'node:timers/promises'
import { databaseHealth } from './db/health.ts'
import { registered } from './features/index.ts'
import { viewerOfKey } from './features/people/api-keys/keys.ts'
import { authOf } from './features/people/sign-in/better-auth.ts'
import { authenticate } from './features/people/sign-in/session.ts'
import type { Registered } from './features/register.ts'
import { findItemByAddress } from './features/selling/content/find-address.ts'
import { auditUnrecordedCall } from './features/site/audit/record.ts'
import { instance } from './features/site/instance/feature.ts'
import { refuseInSoloMode } from './features/site/settings/solo-mode.ts'
import { reportUntrustedProxy } from './features/telling/alerts/service.ts'
import { type Api, createApi } from './http/api.ts'
import { createServer, type HttpServer } from './http/create-server.ts'
import { registerDevMailbox } from './http/dev-mailbox.ts'
import { registerMcp } from './http/mcp.ts'
import { registerOpenApi } from './http/openapi.ts'
import { registerPages } from './http/pages.ts'
import { watchUntrustedProxy } from './http/untrusted-proxy.ts'
import type { Ports } from './ports/index.ts'
import type { PageRenderer } from './ports/page-renderer.ts'

type AppOptions = {
  renderer: PageRenderer
  version: string
  /** Registers the routes of adapters, such as the sandbox's card form. */
  adapterRoutes?: Array<(api: Api) => void>
  /** For tests; otherwise all. */
  features?: Registered
}

/**
 * Builds the application from its ports, without listening. `unhandledRoutes` names the contract's routes without a
 * handler.
 */
export async function buildApp(
  ports: Ports,
  { renderer, version, adapterRoutes = [], features = registered }: AppOptions,
): Promise<{
  app: HttpServer
  unhandledRoutes: Array<string>
  /**
   * Makes `/health` answer 503, and resolves after `ms` milliseconds, so that load balancers send no more requests.
   */
  drain(ms: number): Promise<void>
}> {
  const { config, mailer, log } = ports
  const health = databaseHealth(ports.db)
  const readiness = { isDraining: false }
  const app = await createServer(config, log, health)
  watchUntrustedProxy(app, config, (peer) => void reportUntrustedProxy(ports, peer))
  await registerOpenApi(app, { version, publicUrl: config.publicUrl })
  registerMcp(app, ports, { version, viewerOfKey: (key) => viewerOfKey(ports, key) })

  const api = createApi(app, ports, (headers) => authenticate(authOf(ports), ports, headers), {
    viewerOfKey: (key) => viewerOfKey(ports, key),
    onAdminAction: (viewer, route, call) => auditUnrecordedCall(ports, viewer, route, call),
    refuse: refuseInSoloMode(ports),
  })
  const { storedData, inbox } = features
  const runtime = { ...storedData, inbox, version, health, readiness }
  for (const { routes } of features.features) {
    const stop = routes?.(api, ports, runtime)
    if (stop) app.addHook('onClose', stop)
  }
  for (const register of adapterRoutes) register(api)

  if (config.devMailboxEnabled && mailer.mailbox)
    registerDevMailbox(app, ports, { mailbox: mailer.mailbox, emailKinds: Object.keys(features.emails) })
  await registerPages(app, ports, renderer, {
    publicUrl: config.publicUrl,
    cardForm: ports.paymentProvider.cspSources,
    findItem: (name) => findItemByAddress(ports.db, name),
  })
  const drain = async (ms: number) => {
    readiness.isDraining = true
    await sleep(ms)
  }
  return { app, unhandledRoutes: api.unhandledRoutes(), drain }
}

/** Builds the app of a process that only runs jobs: it answers health checks and nothing else. */
export async function buildWorkerApp(
  ports: Ports,
): Promise<{ app: HttpServer; drain(ms: number): Promise<void> }> {
  const { config, log } = ports
  const health = databaseHealth(ports.db)
  const readiness = { isDraining: false }
  const app = await createServer(config, log, health)
  const api = createApi(app, ports, async () => undefined)
  instance.routes(api, ports, { health, readiness })
  const drain = async () => {
    readiness.isDraining = true
  }
  return { app, drain }
}
