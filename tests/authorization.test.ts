import { expect, test } from 'vitest'
import { accountHeader } from '../contract/account-header.ts'
import { getUser } from '../contract/accounts.ts'
import { api } from '../contract/api.ts'
import type { Route } from '../contract/route.ts'
import { requestRefundAs } from './support/refund-request-fixture.ts'
import { type Fields, requestFor, validFields } from './support/request-builder.ts'
import { createTestApp, sharedTestApp, type TestApp, type Visitor } from './support/test-app.ts'

/** Routes whose response ends. Event streams and resumable uploads have tests of their own. */
const calls = Object.entries(api).filter(([, { transport }]) => transport !== 'sse' && transport !== 'tus')

/** A creator with an item, a purchase, a refund request and a started checkout, and a creator without any. */
async function setup(w: TestApp) {
  const mara = await w.creator()
  const item = await mara.publishFile({ pricingModel: 'pay_what_you_want', minimumPrice: '1.00' })
  const request = await requestRefundAs(w, item.id)
  const [purchase] = await w.probe.purchases()
  const checkout = await w.visitor().pays(item.id)
  const jonas = await w.creator('jonas@example.com')
  return { w, mara, jonas, item, ids: [item.id, request.id, purchase?.id ?? 0], checkout }
}

const instance = sharedTestApp()
let scene: ReturnType<typeof setup> | undefined

/** For tests whose every request is refused, and so changes nothing. */
async function sharedSetup() {
  scene ??= setup(await instance())
  return scene
}

async function sendAs(who: Visitor, route: Route, fields: Fields) {
  const { url, payload, headers } = requestFor(route, fields)
  const answer = await who.send(route.method, url, {
    ...(payload !== undefined && { payload }),
    ...(headers && { headers }),
  })
  return { status: answer.statusCode, text: answer.payload }
}

const visitor = (w: TestApp) => w.visitor()

test('every route admits exactly the callers that the contract states', async () => {
  const { w, item, checkout } = await setup(await createTestApp())
  // The payment's id is no proof; its secret would be.
  const known = { contentId: item.id, ...checkout, clientSecret: 'x' }
  let signedIn = await w.creator('jonas@example.com')
  const actualLines: Array<string> = []
  const expectedLines: Array<string> = []

  for (const [name, route] of calls) {
    const stranger = await sendAs(visitor(w), route, validFields(route, known))
    const creator = await sendAs(signedIn, route, validFields(route, known))
    // Some calls end their own session.
    if ((await signedIn.call(getUser)).status === 401)
      signedIn = await w.creator(`${name.toLowerCase()}@example.com`)
    actualLines.push(
      `${name}: ${expectedOutcome(route, stranger.status)} · ${expectedOutcome(route, creator.status)}`,
    )
    expectedLines.push(`${name}: ${expected[route.auth]}`)
  }

  expect(actualLines.filter((line) => !expectedLines.includes(line))).toEqual([])
})

/** What a stranger and a creator get for each kind of `auth`; `open` is any response of the route itself. */
const expected: Record<Route['auth'], string> = {
  public: 'open · open',
  provider: 'open · open',
  buyer: '404 · 404',
  creator: '401 · open',
  admin: '401 · 403',
}

function expectedOutcome({ auth }: Route, status: number): string {
  if (status === 401) return '401'
  if (auth === 'admin') return String(status)
  if (auth === 'buyer') return String(status)
  return 'open'
}

test('a page of another account is refused by every call for a signed-in account', async () => {
  const { w, mara, jonas, item, checkout } = await sharedSetup()
  const known = { contentId: item.id, ...checkout }
  const own = calls.filter(([, { auth }]) => auth === 'creator' || auth === 'admin')
  const answers: Array<string> = []

  for (const [name, route] of own) {
    const { url, payload, headers } = requestFor(route, validFields(route, known))
    const answer = await jonas.send(route.method, url, {
      ...(payload !== undefined && { payload }),
      headers: { ...headers, [accountHeader]: String(mara.id) },
    })
    if (answer.statusCode !== 409 || answer.json().code !== 'account_changed')
      answers.push(`${name}: ${answer.statusCode}`)
  }

  expect(own.length).toBeGreaterThan(60)
  expect(answers).toEqual([])
  const mine = await jonas.call(getUser, { headers: { [accountHeader]: String(jonas.id) } })
  expect(mine.body.email).toBe('jonas@example.com')
  expect((await w.visitor().call(getUser, { headers: { [accountHeader]: String(mara.id) } })).status).toBe(
    401,
  )
})

const ownedResources = calls.filter(
  ([, { auth, path }]) => auth === 'creator' && /:(id|orderNumber|uploadId)\b/.test(path),
)

test.each(ownedResources)("%s: another creator's object is reported as missing", async (_, route) => {
  const { jonas, item, ids, checkout } = await sharedSetup()
  const known = { contentId: item.id, ...checkout }
  const fieldsFor = (id: number | string) => {
    const fields = adjustFields(route, validFields(route, known))
    const part = 'partId' in fields.params && { partId: 1 }
    return { ...fields, params: { ...fields.params, ...('id' in fields.params && { id }), ...part } }
  }
  const unknown = await sendAs(jonas, route, fieldsFor(999_999_999_999))

  for (const id of ids) {
    const answer = await sendAs(jonas, route, fieldsFor(id))
    expect([answer.status, message(answer.text)]).toEqual([404, message(unknown.text)])
  }
})

const withoutLimits = {
  contentIds: [],
  startsOn: null,
  endsOn: null,
  timeZone: 'UTC',
  maxUses: null,
  maxPerBuyer: null,
  firstPurchaseOnly: false,
}

/** Fields that some routes need in another form. */
function adjustFields({ path }: Route, fields: Fields): Fields {
  const money = { ...('amount' in fields.query && { amount: '1.00' }) }
  const body = {
    ...('amount' in fields.body && { amount: '1.00' }),
    ...('refunded' in fields.body && { refunded: '0.00' }),
    ...('emailBuyers' in fields.body && { emailBuyers: false }),
    ...('all' in fields.body && { all: false }),
  }
  const file = path.includes('statement') && 'as' in fields.query ? { as: 'csv' } : {}
  const choice = 'decision' in fields.body ? { decision: 'refund' } : {}
  const discount = path.startsWith('/api/discounts')
    ? {
        code: 'SPRING',
        kind: 'percent',
        percentBps: 1_000,
        appliesTo: 'all',
        isPaused: true,
        ...withoutLimits,
      }
    : {}
  const webhook = {
    url: 'https://hooks.example.com/',
    format: 'json',
    types: ['sale.created'],
    show: 'failed',
    since: '2026-03-01T12:00:00.000Z',
    before: 5,
    isOn: true,
  }
  const webhookFields = (given: object) =>
    path.startsWith('/api/webhook-')
      ? Object.fromEntries(Object.entries(webhook).filter(([name]) => name in given))
      : {}
  const keys = path.endsWith('/license-keys')
    ? { isOn: true, mode: 'pool', prefix: '', maxDevices: 3, validDays: null }
    : {}
  const bundle = path.startsWith('/api/bundles')
    ? {
        status: 'draft',
        pricingModel: 'fixed',
        price: '5.00',
        items: [],
        offersCompletion: true,
        previewFocus: { x: 50, y: 50 },
        version: 1,
        emailBuyers: 'false',
      }
    : {}
  return {
    ...fields,
    query: { ...fields.query, ...money, ...file, ...webhookFields(fields.query) },
    body: {
      ...fields.body,
      ...body,
      ...choice,
      ...discount,
      ...keys,
      ...bundle,
      ...webhookFields(fields.body),
    },
  }
}

/** The error without the request id. */
function message(text: string): string {
  return JSON.parse(text).message
}

const adminCalls = calls.filter(([, { auth }]) => auth === 'admin')

test('no variant of an admin path bypasses the authorization', async () => {
  const { jonas } = await sharedSetup()

  for (const [name, route] of adminCalls) {
    const path = requestFor(
      route,
      validFields(route, { contentId: 1, paymentIntentId: 'x', clientSecret: 'x' }),
    ).url
    const [bare = '', query = ''] = path.split('?')
    for (const pathVariant of pathVariants(bare)) {
      for (const method of [route.method, 'HEAD']) {
        const answer = await jonas.send(method, `${pathVariant}?${query}`)
        const label = `${name}: ${method} ${pathVariant}`
        expect([400, 403, 404], label).toContain(answer.statusCode)
        expect(answer.payload, label).not.toMatch(/@example\.com|totalRevenue|creators"/)
      }
    }
  }
})

function pathVariants(path: string): Array<string> {
  return [
    path,
    `${path}/`,
    `${path}//`,
    path.replace('/api/', '//api/'),
    path.replace('/api/', '/api//'),
    path.replace('/api/', '/API/'),
    path.toUpperCase(),
    path.replace('/api/', '/api/..;/api/'),
    path.replace('/api/', '/api/public/..;/'),
    path.replace('/api/', '/api/./'),
    path.replace('/api/', '/api/x/../'),
    path.replace('/api/', '/%61pi/'),
    path.replace('/api/', '/api%2f'),
    `${path};x=1`,
    `${path}%00`,
    `${path}.json`,
  ]
}
