import type { Route } from '../../../contract/route.ts'
import * as contract from '../../../contract/sandbox.ts'
import type { Api } from '../../http/api.ts'
import type { Sandbox } from './provider.ts'

/** With another provider, the sandbox's routes answer 404. */
export function sandboxRoutes(api: Api, sandbox: Sandbox | undefined) {
  if (!sandbox) return api.omit(...routesOf(contract))
  const { simulate, onboarding } = sandbox
  api.on(contract.confirmSandboxPayment, ({ body }) => sandbox.confirm(body))
  api.on(contract.authenticateSandboxPayment, ({ body }) => sandbox.authenticate(body))

  api.on(contract.confirmSandboxRenewal, async ({ viewer, params, body }) => {
    const isApproved = body.outcome === 'complete'
    await sandbox.confirmRenewal({ id: params.id, userId: viewer.id, isApproved })
    return { url: '/settings/plan' }
  })

  api.on(contract.changeSandboxCard, async ({ viewer, params, body }) => {
    await sandbox.changeCard({ id: params.id, userId: viewer.id, card: body.card })
    return { url: '/settings/plan?card=changed' }
  })

  api.on(contract.getSandboxOnboarding, ({ viewer, query }) => onboarding.read(viewer.id, query.token))
  api.on(contract.completeSandboxOnboarding, ({ viewer, body }) => onboarding.finish(viewer.id, body))
  api.on(contract.getSandboxAccount, ({ viewer }) => onboarding.account(viewer.id))

  api.on(contract.listSandboxPayments, ({ query }) => simulate.payments(query.cursor))
  api.on(contract.refundSandboxPayment, ({ params, body }) => simulate.refund(params.id, body.amount))
  api.on(contract.disputeSandboxPayment, ({ params, body }) => simulate.dispute(params.id, body.move))
  api.on(contract.resendSandboxWebhooks, ({ params, body }) => simulate.resendWebhooks(params.id, body.order))
  api.on(contract.failSandboxRefund, ({ params }) => simulate.failRefund(params.id))
  api.on(contract.listSandboxWebhookDeliveries, ({ query }) => simulate.deliveries(query.cursor))
  api.on(contract.resendSandboxDelivery, ({ params }) => simulate.resend(params.id))
  api.on(contract.getSandboxClock, () => simulate.clock())
  api.on(contract.getSandboxPayouts, () => simulate.payoutState())
  api.on(contract.setSandboxBalance, ({ body }) => simulate.changeBalance(body))
  api.on(contract.createSandboxPlatformPayout, ({ body }) => simulate.payOutPlatform(body))
  api.on(contract.restrictSandboxAccount, ({ params, body }) =>
    simulate.restrictAccount(params.id, body.restriction),
  )
  api.on(contract.advanceSandboxClock, ({ body }) => simulate.advanceClock(body.days))
}

function routesOf(module: object): Array<Route> {
  return Object.values(module).filter((value) => 'transport' in value)
}
