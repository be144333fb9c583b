import type { Route } from '../../../contract/route.ts'
import * as cardForm from '../../../contract/sandbox.ts'
import * as admin from '../../../contract/sandbox.ts'
import * as connect from '../../../contract/sandbox.ts'
import * as payouts from '../../../contract/sandbox.ts'
import type { Api } from '../../http/api.ts'
import type { Sandbox } from './provider.ts'

/** With another provider, the sandbox's routes answer 404. */
export function sandboxRoutes(api: Api, sandbox: Sandbox | undefined) {
  if (!sandbox) return api.omit(...[cardForm, connect, admin, payouts].flatMap(routesOf))
  const { simulate, onboarding } = sandbox
  api.on(cardForm.confirmSandboxPayment, ({ body }) => sandbox.confirm(body))
  api.on(cardForm.authenticateSandboxPayment, ({ body }) => sandbox.authenticate(body))

  api.on(cardForm.confirmSandboxRenewal, async ({ viewer, params, body }) => {
    const isApproved = body.outcome === 'complete'
    await sandbox.confirmRenewal({ id: params.id, userId: viewer.id, isApproved })
    return { url: '/settings/plan' }
  })

  api.on(connect.getSandboxOnboarding, ({ viewer, query }) => onboarding.read(viewer.id, query.token))
  api.on(connect.completeSandboxOnboarding, ({ viewer, body }) => onboarding.finish(viewer.id, body))
  api.on(connect.getSandboxAccount, ({ viewer }) => onboarding.account(viewer.id))

  api.on(admin.listSandboxPayments, ({ query }) => simulate.payments(query.cursor))
  api.on(admin.refundSandboxPayment, ({ params, body }) => simulate.refund(params.id, body.amount))
  api.on(admin.disputeSandboxPayment, ({ params, body }) => simulate.dispute(params.id, body.move))
  api.on(admin.resendSandboxWebhooks, ({ params, body }) => simulate.resendWebhooks(params.id, body.order))
  api.on(admin.failSandboxRefund, ({ params }) => simulate.failRefund(params.id))
  api.on(admin.listSandboxWebhookDeliveries, ({ query }) => simulate.deliveries(query.cursor))
  api.on(admin.resendSandboxDelivery, ({ params }) => simulate.resend(params.id))
  api.on(admin.getSandboxClock, () => simulate.clock())
  api.on(payouts.getSandboxPayouts, () => simulate.payoutState())
  api.on(payouts.setSandboxBalance, ({ body }) => simulate.changeBalance(body))
  api.on(payouts.createSandboxPlatformPayout, ({ body }) => simulate.payOutPlatform(body))
  api.on(payouts.restrictSandboxAccount, ({ params, body }) => simulate.changeRestriction(params.id, body))
  api.on(admin.advanceSandboxClock, ({ body }) => simulate.advanceClock(body.days))
}

function routesOf(module: object): Array<Route> {
  return Object.values(module).filter((value) => 'transport' in value)
}
