import type { Route } from '../../../contract/route.ts'
import * as cardForm from '../../../contract/sandbox.ts'
import * as context from '../../../contract/sandbox-admin.ts'
import * as creators from '../../../contract/sandbox-connect.ts'
import type { Api } from '../../http/api.ts'
import type { Sandbox } from './provider.ts'

/** With another provider, the sandbox's routes answer 404. */
export function sandboxRoutes(api: Api, sandbox: Sandbox | undefined) {
  if (!sandbox) return api.omit(...[cardForm, creators, context].flatMap(routesOf))
  const { simulate, onboarding } = sandbox
  api.on(cardForm.confirmSandboxPayment, ({ body }) => sandbox.confirm(body))
  api.on(cardForm.authenticateSandboxPayment, ({ body }) => sandbox.authenticate(body))

  api.on(creators.getSandboxOnboarding, ({ viewer, query }) => onboarding.read(viewer.id, query.token))
  api.on(creators.completeSandboxOnboarding, ({ viewer, body }) => onboarding.finish(viewer.id, body))
  api.on(creators.getSandboxAccount, ({ viewer }) => onboarding.account(viewer.id))

  api.on(context.listSandboxPayments, ({ query }) => simulate.payments(query.cursor))
  api.on(context.refundSandboxPayment, ({ params, body }) => simulate.refund(params.id, body.amount))
  api.on(context.disputeSandboxPayment, ({ params, body }) => simulate.dispute(params.id, body.move))
  api.on(context.resendSandboxWebhooks, ({ params, body }) => simulate.resendWebhooks(params.id, body.order))
  api.on(context.failSandboxRefund, ({ params }) => simulate.failRefund(params.id))
  api.on(context.listSandboxWebhookDeliveries, ({ query }) => simulate.deliveries(query.cursor))
  api.on(context.resendSandboxDelivery, ({ params }) => simulate.resend(params.id))
  api.on(context.getSandboxClock, () => simulate.clock())
  api.on(context.advanceSandboxClock, ({ body }) => simulate.advanceClock(body.days))
}

function routesOf(module: object): Array<Route> {
  return Object.values(module).filter((value) => 'transport' in value)
}
