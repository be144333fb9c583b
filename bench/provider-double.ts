import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentProvider, PaymentRequest, PaymentSnapshot } from '../server/ports/payment-provider.ts'
import { keepAliveRequest } from '../tests/support/http-client.ts'

const timeoutMs = 10_000
/** From the charge to its webhook. The buyer's browser is usually faster. */
const webhookDelayMs = 250

/**
 * A card provider in the load's process that does nothing but remember payments, so that a bench measures our half of a
 * sale. The server reaches it over HTTP, as it would a real one.
 */
export async function startProviderDouble() {
  const payments = new Map<string, PaymentSnapshot>()
  const webhooks: Array<Promise<unknown>> = []
  const server = createServer(async (request, response) => {
    const id = request.url?.slice(1) ?? ''
    const answer =
      request.method === 'POST' ? create((await json(request)) as PaymentRequest) : payments.get(id)
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))

  function create({ checkoutId, contentId, amount, currency }: PaymentRequest) {
    const paymentId = `pi_${checkoutId}`
    payments.set(paymentId, {
      paymentId,
      checkoutId,
      contentId,
      amount,
      currency,
      state: 'open',
      amountReceived: 0,
      mode: 'test',
      refunds: [],
    })
    return { paymentId, clientSecret: `${paymentId}_secret` }
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Charges the card. The webhook follows. */
    pay(paymentId: string, siteUrl: string): void {
      const payment = payments.get(paymentId)
      if (!payment) throw new Error(`There is no payment ${paymentId}`)
      const card = { brand: 'visa', last4: '4242', country: 'US' }
      payments.set(paymentId, { ...payment, state: 'paid', amountReceived: payment.amount, card })
      webhooks.push(sleep(webhookDelayMs).then(() => sendWebhook(paymentId, siteUrl)))
    },
    /** Waits until every webhook was answered. */
    webhooksAnswered: () => Promise.all(webhooks.splice(0)),
    close: () => new Promise((closed) => server.close(closed).closeAllConnections()),
  }
}

function sendWebhook(paymentId: string, siteUrl: string): Promise<unknown> {
  const event = { eventId: `evt_${randomUUID()}`, objectType: 'payment', objectId: paymentId }
  return keepAliveRequest(`${siteUrl}/api/webhooks/sandbox`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
    timeoutMs,
  })
}

/** The server's side of it. What a sale does not need throws. */
export function doubledProvider(url: string, provider: PaymentProvider): PaymentProvider {
  async function call<Reply>(method: string, path: string, body?: object): Promise<Reply> {
    const sent = { method, headers: {}, timeoutMs, ...(body && { body: JSON.stringify(body) }) }
    const response = await keepAliveRequest(`${url}/${path}`, sent)
    return (await response.json()) as Reply
  }
  const notDoubled = () => Promise.reject(new Error('The double only sells'))
  return {
    ...provider,
    createPayment: (request) => call('POST', '', request),
    getPayment: (paymentId) => call('GET', paymentId),
    cancelPayment: notDoubled,
    refund: notDoubled,
    parseWebhook: async (rawBody) => [JSON.parse(rawBody.toString('utf8'))],
    listEvents: async () => ({ events: [] }),
  }
}
