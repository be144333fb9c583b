import { setTimeout as sleep } from 'node:timers/promises'
import { databaseHealth } from './db/health.ts'
import { purchaseRoutes } from './features/buying/checkout/routes.ts'
import { taxRoutes } from './features/buying/receipts/feature.ts'
import { testPurchaseRoutes } from './features/buying/test-purchases/feature.ts'
import { analyticsRoutes } from './features/earning/analytics/service.ts'
import { createViewBuffer, type ViewCounter } from './features/earning/analytics/view-buffer.ts'
import { earningsRoutes } from './features/earning/earnings/feature.ts'
import { proRoutes } from './features/earning/pro/feature.ts'
import { salesRoutes } from './features/earning/sales/routes.ts'
import { payoutMethodRoutes } from './features/money/payout-methods/routes.ts'
import { payoutRoutes } from './features/money/payouts/routes.ts'
import { statementRoutes } from './features/money/statements/routes.ts'
import { subscriptionRoutes } from './features/money/subscriptions/routes.ts'
import { feedbackRoutes } from './features/operating/feedback/feature.ts'
import { contentReviewRoutes, reportRoutes } from './features/operating/moderation/routes.ts'
import { monitoringRoutes } from './features/operating/monitoring/health.ts'
import { adminRoutes } from './features/operating/monthly-reports/routes.ts'
import { publicRetention } from './features/operating/privacy/retention.ts'
import { buyerDataRoutes, settingsRoutes } from './features/operating/privacy/routes.ts'
import { webhookRoutes } from './features/operating/webhooks/feature.ts'
import { invitationRoutes } from './features/people/invitations/feature.ts'
import { accountSettingsRoutes } from './features/people/profile/routes.ts'
import { createAuth } from './features/people/sign-in/better-auth.ts'
import { accountRoutes } from './features/people/sign-in/routes.ts'
import { authenticate } from './features/people/sign-in/session.ts'
import { contentRoutes } from './features/selling/content/routes.ts'
import { creatorRoutes } from './features/selling/creators/feature.ts'
import { sharingRoutes } from './features/selling/sharing/feature.ts'
import { uploadRoutes } from './features/selling/uploads/routes.ts'
import { auditRoutes } from './features/site/audit/feature.ts'
import { auditUnrecordedCall } from './features/site/audit/record.ts'
import { systemRoutes } from './features/site/instance/routes.ts'
import { legalPageRoutes } from './features/site/legal/feature.ts'
import { instanceSettingsRoutes } from './features/site/settings/feature.ts'
import { reportUntrustedProxy } from './features/telling/alerts/service.ts'
import { type Api, createApi } from './http/api.ts'
import { createServer, type HttpServer } from './http/create-server.ts'
import { registerDevMailbox } from './http/dev-mailbox.ts'
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
  uploadRoutes(api, ports)
  contentRoutes(api, ports)
  creatorRoutes(api, ports)
  sharingRoutes(api, ports)
  purchaseRoutes(api, ports)
  testPurchaseRoutes(api, ports)
  app.addHook('onClose', salesRoutes(api, ports))
  const views = createViewBuffer(ports)
  app.addHook('onClose', views.stop)
  payoutMethodRoutes(api, ports)
  payoutRoutes(api, ports)
  statementRoutes(api, ports)
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
