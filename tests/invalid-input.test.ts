import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { api } from '../contract/api.ts'
import { isLongRun } from './support/long-run.ts'
import { expectNoServerError, fieldNames, requestFor, sharedCallers } from './support/request-builder.ts'
import { createTestApp } from './support/test-app.ts'

const createCaller = sharedCallers()

const missing = Symbol('missing')

const invalidValues: Array<unknown> = [
  missing,
  null,
  true,
  '',
  ' ',
  'x',
  -1,
  0,
  1.5,
  Number.POSITIVE_INFINITY,
  Number.MAX_SAFE_INTEGER,
  2 ** 63,
  [],
  ['a', 'b'],
  [[['deep']]],
  {},
  { a: { b: 1 } },
  { $gt: '' },
  'x'.repeat(10_000),
  'a\0b',
  '\ud800',
  '\u202eevil 😀 ß İ',
  '__proto__',
  'constructor',
  "' or 1=1; drop table users; --",
  '%00%0d%0a',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'a\r\nset-cookie: x=1',
]

/** The gate tries one in sixty values, so that each value is tried at some fields. */
const stride = isLongRun ? 1 : 60
let tried = 0

test.for(Object.keys(api))('%s rejects invalid values with a message', { tags: ['scaled'] }, async (name) => {
  const { route, baseFields, send } = await createCaller(name)

  for (const [where, field] of fieldNames(route)) {
    for (const value of invalidValues) {
      tried += 1
      if (tried % stride !== 0) continue
      const fields = baseFields()
      fields[where][field] = value
      if (value === missing) delete fields[where][field]

      const answer = await send(requestFor(route, fields))

      expectNoServerError(answer, {
        name,
        description: `${where}.${field} = ${String(JSON.stringify(value)).slice(0, 60)}`,
      })
    }
  }
})

/** Times at both ends of what a date can be. */
const extremeTimes = [
  ...['0000-01-01', '0001-01-01', '1999-12-31', '2200-12-31', '9999-12-31', '2026-02-30', '-000001-01-01'],
  ...[
    '+275760-09-13',
    '0000-01-01T00:00:00.000Z_a',
    '9999-12-31T23:59:59.999Z_a',
    '2026-99-99T99:99:99.999Z_a',
  ],
  ...['0-0', '99999999999999-999999999999999', 0, 1, 9_999, 10_000, 275_761],
]
const timeFields = /^(from|to|day|year|month|quarter|cursor|before|after)$|(from|until|at|date|day)$/i

test.each(
  Object.entries(api).flatMap(([name, route]) =>
    fieldNames(route).flatMap(([where, field]) =>
      timeFields.test(field) ? [[name, where, field] as const] : [],
    ),
  ),
)('%s never fails for a time in %s.%s at the ends of what a date can be', async (name, where, field) => {
  const { route, baseFields, send } = await createCaller(name)

  for (const value of extremeTimes) {
    const fields = baseFields()
    fields[where][field] = value
    expectNoServerError(await send(requestFor(route, fields)), { name, description: `${field} = ${value}` })
  }
})

/** The gate tries one in seven bodies, so that each route and each body is tried. */
const bodyStride = isLongRun ? 1 : 7
let triedBodies = 0

const json = { 'content-type': 'application/json' }
const bodies: Array<[description: string, payload: string | Buffer, headers: Record<string, string>]> = [
  ['an empty body', '', json],
  ['truncated JSON', '{"contentId":', json],
  ['a list', '[]', json],
  ['null', 'null', json],
  ['a string', '"x"', json],
  ['a number', '1e309', json],
  ['two values', '{}{}', json],
  ['a prototype', '{"__proto__":{"isAdmin":true}}', json],
  ['a constructor', '{"constructor":{"prototype":{"isAdmin":true}}}', json],
  ['deep nesting', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, json],
  ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3, 0x28]), json],
  ['a wrong charset', '{}', { 'content-type': 'application/json; charset=utf-42' }],
  ['a body over the limit', `{"a":"${'x'.repeat(600_000)}"}`, json],
  ['XML', '<a/>', { 'content-type': 'application/xml' }],
  ['no content type', Buffer.from('{}'), { 'content-type': '' }],
  ['a malformed content type', '{}', { 'content-type': 'a/b/c;;;=' }],
  ['a form without a boundary', 'x', { 'content-type': 'multipart/form-data' }],
  ['a form without an end', '--b\r\nx', { 'content-type': 'multipart/form-data; boundary=b' }],
  [
    'a form of arbitrary bytes',
    Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7_919) % 256)),
    { 'content-type': 'multipart/form-data; boundary=b' },
  ],
  ['a wrong length', '{}', { ...json, 'content-length': '-1' }],
]

test.each(Object.entries(api).filter(([, { method }]) => method !== 'GET'))(
  '%s rejects bodies of another type or syntax',
  { tags: ['scaled'] },
  async (name) => {
    const { route, baseFields, send } = await createCaller(name)
    const { url } = requestFor(route, { ...baseFields(), body: {} })

    for (const [description, payload, headers] of bodies) {
      triedBodies += 1
      if (triedBodies % bodyStride !== 0) continue
      const answer = await send({ url, payload, headers })
      expectNoServerError(answer, { name, description })
    }
  },
)

test.each(Object.entries(api).filter(([, { path }]) => path.includes(':')))(
  '%s handles malformed paths',
  async (name) => {
    const { route, send } = await createCaller(name)

    for (const part of [
      '%',
      '%zz',
      '%ff%fe',
      '%00',
      '%2e%2e%2f',
      '..',
      '.',
      ';',
      '%',
      'x'.repeat(5_000),
      '%e0%a4%a',
    ])
      expectNoServerError(await send({ url: route.path.replace(/:\w+/g, part) }), {
        name,
        description: part.slice(0, 40),
      })
  },
)

// These tests come last: their requests are valid, so routes with side effects execute them.
const unexpectedFields = {
  isAdmin: true,
  userId: '1',
  plan: 'pro',
  tipCount: 9,
  feeBps: 0,
  payoutEnabled: true,
  amount: 1,
  constructor: { prototype: { isAdmin: true } },
}

test.each(Object.keys(api))('%s ignores fields that it does not have', async (name) => {
  const { route, baseFields, send } = await createCaller(name)
  const fields = baseFields()

  const answer = await send(
    requestFor(route, {
      params: fields.params,
      query: { ...fields.query, ...unexpectedFields, '__proto__[isAdmin]': 'true' },
      body:
        route.method === 'POST' || route.method === 'PATCH' ? { ...fields.body, ...unexpectedFields } : {},
    }),
  )

  expectNoServerError(answer, { name, description: 'extra fields' })
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
})

test('headers of 20 KB are rejected before they are read', async () => {
  const w = await createTestApp()
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  const address = w.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  const socket = connect(address.port, '127.0.0.1')

  socket.write(`GET /health HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_480)}\r\n\r\n`)
  const answer = await text(socket)

  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  expect((await w.visitor().send('GET', '/health')).statusCode).toBe(200)
})
