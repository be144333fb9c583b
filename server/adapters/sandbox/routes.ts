import type { Route } from '../../../contract/route.ts'
import * as cardForm from '../../../contract/sandbox.ts'
import * as desk from '../../../contract/sandbox-admin.ts'
import * as creators from '../../../contract/sandbox-connect.ts'
import type { Api } from '../../http/api.ts'
import type { Sandbox } from './provider.ts'

/** Without a sandbox, as under any other provider, its addresses are not there. */
export function sandboxRoutes(api: Api, sandbox: Sandbox | undefined) {
  if (!sandbox) return api.omit(...[cardForm, creators, desk].flatMap(routesOf))
  const { simulate, onboarding } = sandbox
  api.on(cardForm.confirmSandboxPayment, ({ body }) => sandbox.confirm(body))
  api.on(cardForm.authenticateSandboxPayment, ({ body }) => sandbox.authenticate(body))

  api.on(creators.getSandboxOnboarding, ({ viewer, query }) => onboarding.read(viewer.id, query.token))
  api.on(creators.completeSandboxOnboarding, ({ viewer, body }) => onboarding.finish(viewer.id, body))
  api.on(creators.getSandboxAccount, ({ viewer }) => onboarding.account(viewer.id))

  api.on(desk.listSandboxPayments, ({ query }) => simulate.payments(query.cursor))
  api.on(desk.refundSandboxPayment, ({ params, body }) => simulate.refund(params.id, body.amount))
  api.on(desk.disputeSandboxPayment, ({ params, body }) => simulate.dispute(params.id, body.move))
  api.on(desk.resendSandboxWebhooks, ({ params, body }) => simulate.resendAbout(params.id, body.order))
  api.on(desk.failSandboxRefund, ({ params }) => simulate.failRefund(params.id))
  api.on(desk.listSandboxWebhookDeliveries, ({ query }) => simulate.deliveries(query.cursor))
  api.on(desk.resendSandboxDelivery, ({ params }) => simulate.resend(params.id))
  api.on(desk.getSandboxClock, () => simulate.clock())
  api.on(desk.advanceSandboxClock, ({ body }) => simulate.moveClock(body.days))
}

function routesOf(module: object): Array<Route> {
  return Object.values(module).filter((value) => 'transport' in value)
}
