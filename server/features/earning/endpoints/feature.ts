import * as deliveriesContract from '../../../../contract/webhook-deliveries.ts'
import * as contract from '../../../../contract/webhook-endpoints.ts'
import type { Feature } from '../../feature.ts'
import {
  countResend,
  getDelivery,
  listDeliveries,
  resendDeliveries,
  resendDelivery,
  testAddress,
  testEndpoint,
} from './deliveries.ts'
import { endpointEmails } from './emails.tsx'
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  revealSecret,
  rotateSecret,
  updateEndpoint,
} from './endpoints.ts'
import { endpointsTable } from './repository.ts'

const minuteMs = 60_000

/** Addresses of creators' own programs, which are told what happens: webhooks. */
export const endpoints = {
  name: 'earning/endpoints',
  routes(api, ports) {
    const tests = ({ viewer }: { viewer: { id: string } }) => [
      { key: `webhook-test/${viewer.id}`, max: 20, windowMs: 10 * minuteMs },
    ]
    api.on(contract.listWebhookEndpoints, ({ viewer }) => listEndpoints(ports, viewer))
    api.on(contract.getWebhookEndpoint, ({ viewer, params }) => getEndpoint(ports, viewer, params.id))
    api.on(contract.createWebhookEndpoint, ({ viewer, body }) => createEndpoint(ports, viewer, body))
    api.on(contract.updateWebhookEndpoint, ({ viewer, params, body }) =>
      updateEndpoint(ports, viewer, params.id, body),
    )
    api.on(contract.deleteWebhookEndpoint, ({ viewer, params }) => deleteEndpoint(ports, viewer, params.id))
    api.on(contract.revealWebhookSecret, ({ viewer, params }) => revealSecret(ports, viewer, params.id))
    api.on(contract.rotateWebhookSecret, ({ viewer, params }) => rotateSecret(ports, viewer, params.id))
    api.on(contract.testWebhookAddress, ({ body }) => testAddress(ports, body), { limits: tests })
    api.on(contract.testWebhookEndpoint, ({ viewer, params }) => testEndpoint(ports, viewer, params.id), {
      limits: tests,
    })
    api.on(deliveriesContract.listWebhookDeliveries, ({ viewer, params, query }) =>
      listDeliveries(ports, viewer, params.id, query),
    )
    api.on(deliveriesContract.getWebhookDelivery, ({ viewer, params }) =>
      getDelivery(ports, viewer, params.id),
    )
    api.on(deliveriesContract.resendWebhookDelivery, ({ viewer, params }) =>
      resendDelivery(ports, viewer, params.id),
    )
    api.on(deliveriesContract.countWebhookResend, ({ viewer, params, query }) =>
      countResend(ports, viewer, params.id, query),
    )
    api.on(
      deliveriesContract.resendWebhookDeliveries,
      ({ viewer, params, body }) => resendDeliveries(ports, viewer, params.id, body),
      {
        limits: ({ viewer }) => [{ key: `webhook-resend/${viewer.id}`, max: 20, windowMs: 10 * minuteMs }],
      },
    )
  },
  emails: endpointEmails,
  exportedTables: (db, creatorId) => [endpointsTable(db, creatorId)],
  retention: [
    {
      stores: ['webhook_endpoints'],
      data: 'addresses of creators’ webhooks, with their signing secrets encrypted',
      kept: 'until they are deleted, or the account is closed',
    },
    {
      stores: ['webhook_tries'],
      data: 'what creators’ webhooks answered',
      kept: 'as long as the event that was sent: 30 days',
    },
  ],
} satisfies Feature
