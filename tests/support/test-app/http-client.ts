import type { z } from 'zod'
import type { CreatorContent } from '../../../contract/content.ts'
import { completePayment, createPaymentIntent, paymentSecretHeader } from '../../../contract/purchases.ts'
import type { Route, Schema } from '../../../contract/route.ts'
import { buildUrl } from '../../../contract/route.ts'
import { confirmSandboxPayment, type TestCard } from '../../../contract/sandbox.ts'
import type { HttpServer } from '../../../server/http/create-server.ts'

type Input = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

type PurchaseInput = {
  customAmount?: unknown
  email?: string
  source?: string
  supporterName?: string
  supporterMessage?: string
  code?: string
  paysAsOwner?: boolean | string
  tip?: string
}

export type Part = { name: string; value: string } | { name: string; fileName: string; bytes: Buffer }

/** A visitor's browser: calls the real HTTP stack, with its own cookie jar. */
export function createHttpClient(app: HttpServer) {
  const cookies = new Map<string, string>()

  async function send(
    method: string,
    url: string,
    { headers = {}, payload }: { headers?: Record<string, string>; payload?: string | Buffer | object } = {},
  ) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...(cookie && { cookie }), ...headers },
      // A copy, as over a network: the server frees the memory of the chunks that it has stored.
      ...(payload !== undefined && { payload: Buffer.isBuffer(payload) ? Buffer.from(payload) : payload }),
    })
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0 || value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  /** Calls a route of the contract; a JSON body is parsed. */
  async function call<R extends Route>(route: R, { params, query, body, headers }: Input = {}) {
    const url = buildUrl(route, { ...(params && { params }), ...(query && { query }) })
    const answer = await send(route.method, url, {
      ...(headers && { headers }),
      ...(body !== undefined && { payload: body as object }),
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      bytes: answer.rawPayload,
      // The contract's type; the body of an error is compared with toMatchObject, which accepts it.
      body: (isJson ? answer.json() : answer.payload) as ReplyOf<R>,
    }
  }

  /** Starts a checkout without paying. */
  async function starts(
    contentId: number,
    {
      customAmount,
      email = 'fan@example.com',
      source,
      supporterName,
      supporterMessage,
      code,
      paysAsOwner,
      tip,
    }: PurchaseInput = {},
  ) {
    const { status, body } = await call(createPaymentIntent, {
      body: {
        contentId,
        buyerEmail: email,
        source,
        supporterName,
        supporterMessage,
        code,
        paysAsOwner,
        tip,
        ...(customAmount !== undefined && { customAmount }),
      },
    })
    if (status !== 200) throw new Error(`Not started: ${status} ${JSON.stringify(body)}`)
    return body
  }

  /** Pays at the provider; no webhook is delivered yet. */
  async function presents(card: TestCard, clientSecret: string, { email = 'fan@example.com' } = {}) {
    const { body } = await call(confirmSandboxPayment, {
      body: { clientSecret, card, receiptEmail: email, returnUrl: '/success' },
    })
    return body
  }

  /** Starts a checkout and pays at the provider; no webhook is delivered yet. */
  async function pays(
    contentId: number,
    { card = 'paid', ...order }: PurchaseInput & { card?: TestCard } = {},
  ) {
    const checkout = await starts(contentId, order)
    await presents(card, checkout.clientSecret, order)
    return checkout
  }

  return {
    cookies,
    send,
    call,
    /** A multipart form with its parts in this order. */
    async form(url: string, parts: Array<Part>, method = 'POST') {
      const boundary = 'a-boundary-of-this-test'
      const payload = Buffer.concat([
        ...parts.map((part) => encode(boundary, part)),
        Buffer.from(`--${boundary}--\r\n`),
      ])
      const answer = await send(method, url, {
        payload,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() as CreatorContent }
    },
    starts,
    presents,
    pays,
    /** Starts a checkout, pays and completes it. */
    async purchase(contentId: number, order: PurchaseInput & { card?: TestCard } = {}) {
      const checkout = await pays(contentId, order)
      const { paymentIntentId } = checkout
      const { status, body } = await call(completePayment, { params: { paymentIntentId } })
      if (status !== 200 || body.purchaseId === null) throw new Error(`Not bought: ${status} ${body.state}`)
      return { ...checkout, purchaseId: body.purchaseId }
    },
    clientSecretHeaders: (clientSecret: string) => ({ [paymentSecretHeader]: clientSecret }),
  }
}

type ReplyOf<R extends Route> = R['response'] extends Schema ? z.output<R['response']> : string
export type Visitor = ReturnType<typeof createHttpClient>

function encode(boundary: string, part: Part): Buffer {
  if ('value' in part) {
    // As browsers send line breaks of a form.
    const value = part.value.replace(/\r?\n/g, '\r\n')
    return Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${part.name}"\r\n\r\n${value}\r\n`,
    )
  }
  const fileName = part.fileName.replace(/(?=["\\])/g, '\\')
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${part.name}"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return Buffer.concat([Buffer.from(head), part.bytes, Buffer.from('\r\n')])
}
