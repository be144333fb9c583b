import * as planContract from '../../../../contract/pro-plan.ts'
import * as subscriptionsContract from '../../../../contract/subscriptions.ts'
import type { Api } from '../../../http/api.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { rejectWhenUnavailable } from '../../../ports/payment-provider.ts'
import { proDocument } from './documents.ts'
import {
  cancelSubscription,
  createCardPage,
  getSubscription,
  refreshSubscription,
  resumeSubscription,
  startSubscription,
  withdraw,
} from './service.ts'
import { agreeToPro } from './withdrawal.ts'

const notStarted =
  'We can’t reach the card provider right now, so Pro didn’t start. You weren’t charged. Try again in a moment.'
const unreachable =
  'We can’t reach the card provider right now. We’ll keep checking your plan. Try again in a moment.'
const tenMinutesMs = 10 * 60_000

export function subscriptionRoutes(api: Api, ports: Ports) {
  const rateLimit = {
    limits: ({ viewer }: { viewer: Viewer }) => [
      { key: `subscription/${viewer.id}`, max: 60, windowMs: tenMinutesMs },
    ],
  }
  api.on(
    subscriptionsContract.createSubscription,
    ({ viewer }) => startSubscription(ports, viewer).catch(rejectWhenUnavailable(notStarted)),
    rateLimit,
  )
  api.file(planContract.getProDocument, ({ viewer, params }) => proDocument(ports, viewer, params.number))
  api.on(subscriptionsContract.getSubscription, ({ viewer }) => getSubscription(ports, viewer))
  api.on(
    subscriptionsContract.refreshSubscription,
    ({ viewer }) => refreshSubscription(ports, viewer).catch(rejectWhenUnavailable(unreachable)),
    rateLimit,
  )
  api.on(
    subscriptionsContract.cancelSubscription,
    ({ viewer }) => cancelSubscription(ports, viewer).catch(rejectWhenUnavailable(unreachable)),
    rateLimit,
  )
  api.on(
    subscriptionsContract.resumeSubscription,
    ({ viewer }) => resumeSubscription(ports, viewer).catch(rejectWhenUnavailable(unreachable)),
    rateLimit,
  )
  api.on(
    planContract.changeCard,
    ({ viewer }) => createCardPage(ports, viewer).catch(rejectWhenUnavailable(unreachable)),
    rateLimit,
  )
  api.on(planContract.agreeToPro, ({ viewer }) => agreeToPro(ports, viewer), rateLimit)
  api.on(
    planContract.withdrawFromPro,
    ({ viewer }) => withdraw(ports, viewer).catch(rejectWhenUnavailable(unreachable)),
    rateLimit,
  )
}
