import type { Route } from '../../../contract/route.ts'
import * as cardForm from '../../../contract/sandbox.ts'
import * as creators from '../../../contract/sandbox-connect.ts'
import * as desk from '../../../contract/sandbox-desk.ts'
import type { Api } from '../../http/api.ts'
import type { Sandbox } from './sandbox.ts'

/** Without a sandbox, as under any other provider, its addresses are not there. */
export function sandboxRoutes(api: Api, sandbox: Sandbox | undefined) {
  if (!sandbox) return api.leaveOut(...[cardForm, creators, desk].flatMap(routesIn))
  const { hand, onboarding } = sandbox
  api.on(cardForm.confirmSandboxPayment, ({ body }) => sandbox.confirm(body))
  api.on(cardForm.authenticateSandboxPayment, ({ body }) => sandbox.authenticate(body))

  api.on(creators.getSandboxOnboarding, ({ viewer, query }) => onboarding.read(viewer.id, query.token))
  api.on(creators.finishSandboxOnboarding, ({ viewer, body }) => onboarding.finish(viewer.id, body))
  api.on(creators.getSandboxAccount, ({ viewer }) => onboarding.account(viewer.id))

  api.on(desk.getSandboxPayments, ({ query }) => hand.payments(query.before))
  api.on(desk.refundSandboxPayment, ({ params, body }) => hand.refund(params.id, body.amount))
  api.on(desk.disputeSandboxPayment, ({ params, body }) => hand.dispute(params.id, body.move))
  api.on(desk.resendSandboxEvents, ({ params, body }) => hand.resendAbout(params.id, body.order))
  api.on(desk.failSandboxRefund, ({ params }) => hand.failRefund(params.id))
  api.on(desk.getSandboxDeliveries, ({ query }) => hand.deliveries(query.before))
  api.on(desk.resendSandboxDelivery, ({ params }) => hand.resend(params.id))
  api.on(desk.getSandboxClock, () => hand.clock())
  api.on(desk.moveSandboxClock, ({ body }) => hand.moveClock(body.days))
}

function routesIn(module: object): Array<Route> {
  return Object.values(module).filter((value) => 'transport' in value)
}
