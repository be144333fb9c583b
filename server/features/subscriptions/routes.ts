import {
  cancelSubscription,
  createSubscription,
  getSubscription,
  refreshSubscription as refreshSubscriptionRoute,
  resumeSubscription,
} from '../../../contract/subscriptions.ts'
import type { Api } from '../../http/api.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { refuseWhenAway } from '../../ports/provider-away.ts'
import { endPro, refreshSubscription, resumePro, showSubscription } from './service.ts'
import { startSubscription } from './start.ts'

const notStarted = "We can't reach the card provider right now, so Pro wasn't started. Try again in a moment."
const unreachable =
  "We can't reach the card provider right now. We'll keep asking how your plan stands. Try again in a moment."
const tenMinutes = 10 * 60_000

export function subscriptionRoutes(api: Api, ports: Ports) {
  const often = {
    limits: ({ viewer }: { viewer: Viewer }) => [
      { key: `subscription/${viewer.id}`, max: 60, perMs: tenMinutes },
    ],
  }
  api.on(
    createSubscription,
    ({ viewer }) => startSubscription(ports, viewer).catch(refuseWhenAway(notStarted)),
    often,
  )
  api.on(getSubscription, ({ viewer }) => showSubscription(ports, viewer))
  api.on(
    refreshSubscriptionRoute,
    ({ viewer }) => refreshSubscription(ports, viewer).catch(refuseWhenAway(unreachable)),
    often,
  )
  api.on(cancelSubscription, ({ viewer }) => endPro(ports, viewer).catch(refuseWhenAway(unreachable)), often)
  api.on(
    resumeSubscription,
    ({ viewer }) => resumePro(ports, viewer).catch(refuseWhenAway(unreachable)),
    often,
  )
}
