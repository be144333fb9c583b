import { setTimeout as sleep } from 'node:timers/promises'
import { databaseHealth } from './db/health.ts'
import { createAuth } from './features/accounts/better-auth.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { accountSettingsRoutes } from './features/accounts/settings-routes.ts'
import { authenticate } from './features/accounts/sign-in-session.ts'
import { adminRoutes } from './features/admin/routes.ts'
import { reportUntrustedProxy } from './features/alerts/untrusted-proxy.ts'
import { analyticsRoutes } from './features/analytics/routes.ts'
import { createViewBuffer, type ViewCounter } from './features/analytics/view-buffer.ts'
import { auditUnrecordedCall } from './features/audit/record.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { buyerDataRoutes } from './features/buyer-data/routes.ts'
import { purchaseRoutes } from './features/checkout/routes.ts'
import { contentRoutes } from './features/content/routes.ts'
import { reportRoutes } from './features/content-reports/routes.ts'
import { contentReviewRoutes } from './features/content-reviews/routes.ts'
import { creatorRoutes } from './features/creators/routes.ts'
import { earningsRoutes } from './features/earnings/routes.ts'
import { feedbackRoutes } from './features/feedback/routes.ts'
import { systemRoutes } from './features/instance/routes.ts'
import { instanceSettingsRoutes } from './features/instance-settings/routes.ts'
import { invitationRoutes } from './features/invitations/routes.ts'
import { legalPageRoutes } from './features/legal-pages/routes.ts'
import { monitoringRoutes } from './features/monitoring/routes.ts'
import { payoutRoutes } from './features/payouts/routes.ts'
import { proRoutes } from './features/pro/routes.ts'
import { taxRoutes } from './features/receipts/routes.ts'
import { salesRoutes } from './features/sales/routes.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { sitemapRoutes } from './features/sitemap/routes.ts'
import { subscriptionRoutes } from './features/subscriptions/routes.ts'
import { testPurchaseRoutes } from './features/test-purchases/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { type Api, createApi } from './http/api.ts'
import { createServer, type HttpServer } from './http/create-server.ts'
import { registerDevMailbox } from './http/dev-mailbox.ts'
import { registerOpenApi } from './http/openapi.ts'
import { registerPages } from './http/pages.ts'
import { watchUntrustedProxy } from './http/untrusted-proxy.ts'
import { publicRetention } from './jobs/public-retention.ts'
import type { Ports } from './ports/index.ts'
import type { PageRenderer } from './ports/page-renderer.ts'

type AppOptions = {
  renderer: PageRenderer
  version: string
  /** Registers the routes of adapters, such as the sandbox's card form. */
  adapterRoutes?: Array<(api: Api) => void>
}

/**
 * Builds the application from its ports, without listening. `unhandledRoutes` names the contract's routes without a
 * handler.
 */
export async function buildApp(
  ports: Ports,
  { renderer, version, adapterRoutes = [] }: AppOptions,
): Promise<{
  app: HttpServer
  unhandledRoutes: Array<string>
  views: ViewCounter
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

  const auth = createAuth(ports)
  const api = createApi(
    app,
    ports,
    (headers) => authenticate(auth, ports, headers),
    (viewer, route, call) => auditUnrecordedCall(ports, viewer, route, call),
  )
  systemRoutes(api, ports, { health, readiness })
  accountRoutes(api, ports, auth)
  accountSettingsRoutes(api, ports, auth)
  contentRoutes(api, ports)
  creatorRoutes(api, ports)
  sitemapRoutes(api, ports)
  purchaseRoutes(api, ports)
  testPurchaseRoutes(api, ports)
  app.addHook('onClose', salesRoutes(api, ports))
  const views = createViewBuffer(ports)
  app.addHook('onClose', views.stop)
  payoutRoutes(api, ports)
  earningsRoutes(api, ports)
  analyticsRoutes(api, ports, views)
  subscriptionRoutes(api, ports)
  proRoutes(api, ports)
  settingsRoutes(api, ports)
  feedbackRoutes(api, ports)
  reportRoutes(api, ports)
  contentReviewRoutes(api, ports)
  auditRoutes(api, ports)
  instanceSettingsRoutes(api, ports)
  legalPageRoutes(api, ports, publicRetention)
  invitationRoutes(api, ports)
  adminRoutes(api, ports)
  taxRoutes(api, ports)
  buyerDataRoutes(api, ports)
  monitoringRoutes(api, ports, version)
  webhookRoutes(api, ports)
  for (const register of adapterRoutes) register(api)

  if (config.devMailboxEnabled && mailer.mailbox) registerDevMailbox(app, ports, mailer.mailbox)
  await registerPages(app, ports, renderer, {
    publicUrl: config.publicUrl,
    cardForm: ports.paymentProvider.cspSources,
  })
  const drain = async (ms: number) => {
    readiness.isDraining = true
    await sleep(ms)
  }
  return { app, unhandledRoutes: api.unhandledRoutes(), views, drain }
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
  systemRoutes(api, ports, { health, readiness })
  const drain = async () => {
    readiness.isDraining = true
  }
  return { app, drain }
}
