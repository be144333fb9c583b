import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { api } from '../../contract/api.ts'
import { errorStatus } from '../../contract/errors.ts'
import { paymentSecretHeader } from '../../contract/purchases.ts'
import type { Route } from '../../contract/route.ts'
import { requestHeadersOnly } from './response-headers-only.ts'
import { sharedTestApp, type TestApp, type Visitor } from './test-app.ts'

type Values = Record<string, unknown>
export type Fields = { params: Values; query: Values; body: Values }
type RawRequest = { url: string; payload?: string | Buffer; headers?: Record<string, string> }

/** All requests of a route come from one session, which would exceed the limit of forms. */
const withoutFormLimit = { env: { MAX_FORMS_PER_MINUTE: '1000000' } }

/**
 * Callers of any route, with an object for each of its parameters. All tests of a file use one instance. They share the
 * people and the objects until a request has changed something.
 */
export function sharedCallers(): (name: string) => Promise<Caller> {
  const instance = sharedTestApp(withoutFormLimit)
  let scene: Promise<Scene> | undefined
  return async (name) => {
    const w = await instance()
    if (!scene || (await scene).isUsedUp) scene = createScene(w)
    return callerIn(w, await scene, name)
  }
}

/** Longer than any rate limit's window. */
const limitWindowMs = 25 * 3_600_000

type Scene = Awaited<ReturnType<typeof createScene>>

/** A creator with an item, a buyer of it, and an admin. */
async function createScene(w: TestApp) {
  // Earlier callers' rate limits have expired, and the sign-ins are recent.
  w.clock.advance(limitWindowMs)
  const creator = await w.creator(`${randomBytes(6).toString('hex')}@example.com`)
  const item = await creator.publishFile({ pricingModel: 'pay_what_you_want', minimumPrice: '1.00' })
  const fan = w.visitor()
  const { paymentIntentId, clientSecret, purchaseId } = await fan.purchase(item.id)
  let admin: Promise<Visitor> | undefined
  return {
    known: { contentId: item.id, paymentIntentId, clientSecret, purchaseId },
    /** Whether a request may have changed something. Then the next test gets another scene. */
    isUsedUp: false,
    async callerOf({ auth }: Route): Promise<Visitor> {
      if (auth === 'creator') return creator
      if (auth !== 'admin') return fan
      admin ??= w.creator('admin@example.com')
      return admin
    },
  }
}

async function callerIn(w: TestApp, scene: Scene, name: string) {
  const route = api[name]
  if (!route) throw new Error(`${name} is not in the contract`)
  const { cookies } = await scene.callerOf(route)
  const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const { clientSecret } = scene.known

  return {
    w,
    route,
    baseFields: () => validFields(route, scene.known),
    /** Each request from its own IP address, so that no rate limit applies. */
    send: async ({ url, payload, headers = {} }: RawRequest) => {
      const from = {
        url,
        headers: { cookie, [paymentSecretHeader]: clientSecret, ...headers },
        remoteAddress: [...randomBytes(4)].join('.'),
      }
      if (route.transport === 'sse') return requestHeadersOnly(w.app, { method: 'GET', ...from })
      const answer = await w.app.inject({
        method: route.method,
        ...from,
        ...(payload !== undefined && { payload }),
      })
      if (answer.statusCode === 401 && !scene.isUsedUp && route.auth !== 'public')
        throw new Error(`The caller of ${name} is signed out: ${answer.payload}`)
      scene.isUsedUp ||= mayHaveChanged(route, answer.statusCode)
      return answer
    },
  }
}

/** Reads change nothing, except that a redirect may end a session. A rate limit is over in the next scene. */
function mayHaveChanged({ method, transport }: Route, status: number): boolean {
  return status === 429 || (status < 400 && (method !== 'GET' || transport === 'redirect'))
}

export type Caller = Awaited<ReturnType<typeof callerIn>>

/** A request with these values, however invalid, encoded as a hostile client would. */
export function requestFor({ path, transport }: Route, { params, query, body }: Fields): RawRequest {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encoded(params[name]) || '%20')
  const url = `${filled}?${Object.entries(query).map(queryPair).join('&')}`
  if (Object.keys(body).length === 0) return { url }
  if (transport !== 'multipart')
    return { url, payload: json(body), headers: { 'content-type': 'application/json' } }
  const parts = Object.entries(body).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${textOf(value)}\r\n`,
  )
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  return { url, payload: `${parts.join('')}--b--\r\n`, headers }
}

/** The parameter names of a route in path, query and body. */
export function fieldNames(route: Route): Array<[where: keyof Fields, name: string]> {
  const shapes = { params: route.params, query: route.query, body: route.body }
  return Object.entries(shapes).flatMap(([where, schema]) =>
    schema && 'shape' in schema
      ? Object.keys(Object(schema.shape)).map((name): [keyof Fields, string] => [where as keyof Fields, name])
      : [],
  )
}

/** Fails for a server error, or an error without a message. */
export function expectNoServerError(
  { statusCode, headers, payload, raw }: Awaited<ReturnType<Caller['send']>>,
  { name, description }: { name: string; description: string },
): void {
  if (statusCode >= 500)
    expect.fail(`${name} answered ${statusCode} to ${description}: ${payload.slice(0, 300)}`)
  if (statusCode < 400) return
  // A path that contains "." or ".." is resolved to another one, which is a missing page.
  const isPage = statusCode === 404 && !/^\/(api|files|health)/.test(String(raw.req.url))
  if (isPage && headers['content-type'] === 'text/html; charset=utf-8') return
  expect(headers['content-type'], description).toBe('application/json; charset=utf-8')
  const { code, message, fields } = JSON.parse(payload)
  expect(Object.keys(errorStatus), description).toContain(code)
  expect(message, description).toMatch(/^[^\n]{5,300}$/)
  // Default messages of the validation library would contain these words.
  expect([message, ...Object.values(fields ?? {})].join('\n'), description).not.toMatch(
    /invalid (input|string|option)|expected|received|too (big|small)|unrecognized/i,
  )
}

type KnownIds = { contentId: number; paymentIntentId: string; clientSecret: string; purchaseId?: number }

/** A valid value for every field of a route. Unknown fields get `x`. */
export function validFields(route: Route, known: KnownIds): Fields {
  const { contentId, paymentIntentId, clientSecret } = known
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const values: Values = {
    id: contentId,
    contentId,
    content_id: contentId,
    orderNumber: contentId,
    payment_intent: paymentIntentId,
    paymentIntentId,
    clientSecret,
    provider: 'sandbox',
    token: 'A'.repeat(43),
    fileName: 'a.zip',
    as: 'inline',
    expires: 1,
    signature: 'x',
    v: '1',
    timeZone: 'UTC',
    email,
    code: '123456',
    firstName: 'Mara',
    buyerEmail: '',
    customAmount: '5.00',
    returnTo: '/',
    type: 'bug',
    subject: 'A bug',
    message: 'It crawls.',
    priority: 'low',
    payoutMethod: 'wise',
    payoutEmail: email,
    month: 1,
    year: 2026,
    country: 'DE',
    businessName: '',
    vatId: '',
    withdrawalConsent: true,
    card: 'paid',
    receiptEmail: '',
    returnUrl: '/',
    outcome: 'complete',
    kind: 'text',
    status: 'published',
    title: 'Bread',
    description: '',
    pricingModel: 'fixed',
    price: '5.00',
    minimumPrice: '',
    category: 'other',
    accessType: 'view',
    linkUrl: '',
    textContent: 'Salt',
    parts: '',
    part: 1,
    pondSeed: 1,
    items: [{ uploadId: 'x', title: 'Bread' }],
    ...(route.path.startsWith('/api/sales') && salesValues(known)),
    ...(route.path.endsWith('/preview-image') && { w: '640', as: 'webp' }),
    ...(route.path.startsWith('/api/ponds') && { seed: 1, rings: 1, as: 'thumb' }),
  }
  const fields: Fields = { params: {}, query: {}, body: {} }
  for (const [where, name] of fieldNames(route)) fields[where][name] = values[name] ?? 'x'
  return fields
}

/** Values for the routes of sales, whose `id` is that of a purchase. */
function salesValues({ contentId, purchaseId }: KnownIds): Values {
  return {
    id: purchaseId,
    item: contentId,
    q: 'fan@',
    state: 'paid',
    from: '2026-01-01',
    to: '2026-12-31',
    cursor: '1772366400000-1',
    limit: 10,
    amount: '0.10',
    refunded: '0.00',
    reason: 'It was too quiet',
  }
}

function queryPair([name, value]: [string, unknown]): string {
  if (Array.isArray(value)) return value.map((element) => `${name}=${encoded(element)}`).join('&')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, inner]) => `${name}[${encoded(key)}]=${encoded(inner)}`)
      .join('&')
  return `${name}=${encoded(value)}`
}

function encoded(value: unknown): string {
  return encodeURIComponent(textOf(value).toWellFormed())
}

/** Random objects may have a `toString` that is no function. */
function textOf(value: unknown): string {
  try {
    return String(value)
  } catch {
    return Object.prototype.toString.call(value)
  }
}

/** JSON has no infinite number, but its text can contain one. */
function json(body: Values): string {
  return JSON.stringify(body, (_, value) =>
    value === Number.POSITIVE_INFINITY ? '1e309!' : value,
  ).replaceAll('"1e309!"', '1e309')
}
