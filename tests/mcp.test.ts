import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { api } from '../contract/api.ts'
import { getContent } from '../contract/content.ts'
import { listSales } from '../contract/sales.ts'
import type { ApiScope } from '../contract/scopes.ts'
import { mcpTools } from '../server/http/mcp-tools.ts'
import { programOf } from './support/api-key-fixture.ts'
import { createTestApp, type TestApp, type Visitor } from './support/test-app.ts'

type Era = 'modern' | 'legacy'

/** The official client with a key of a creator. */
async function agentOf(
  w: TestApp,
  { creator, scopes, era = 'modern' }: { creator: Visitor; scopes: Array<ApiScope>; era?: Era },
) {
  const program = await programOf(w, creator, scopes)
  const origin = w.app.server.listening
    ? `http://127.0.0.1:${Object(w.app.server.address()).port}`
    : await w.app.listen({ port: 0, host: '127.0.0.1' })
  const client = new Client(
    { name: 'a test', version: '1' },
    era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  )
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
      requestInit: { headers: program.headers },
    }),
  )
  onTestFinished(() => client.close())
  return { client, program, origin }
}

async function textOf(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: args })
  const [first] = content
  return { isError, text: first?.type === 'text' ? first.text : '' }
}

test.for<Era>(['modern', 'legacy'])(
  'a %s client has the tools of its key, and reads with them',
  async (era) => {
    const w = await createTestApp()
    const creator = await w.creator()
    const item = await creator.publishText({ price: '5.00', title: 'Tidewater' })
    await w.visitor().purchase(item.id)
    const { client } = await agentOf(w, { creator, scopes: ['sales:read', 'items:read'], era })

    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(
      Object.values(mcpTools())
        .filter(({ scope }) => scope === 'sales:read' || scope === 'items:read')
        .map(({ name }) => name),
    )
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)

    const { text, isError } = await textOf(client, 'list_sales', { limit: 5 })
    expect(isError).toBe(false)
    expect(JSON.parse(text).sales).toMatchObject([{ title: 'Tidewater', amount: '5.00' }])
  },
)

test('a tool that the key has no scope for is not there, and can’t be called', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const { client } = await agentOf(w, { creator, scopes: ['items:read'] })

  await expect(textOf(client, 'list_sales')).rejects.toThrow('The key has no tool list_sales.')
  await expect(textOf(client, 'request_payout')).rejects.toThrow('The key has no tool request_payout.')
})

test('a code is made, a wrong one is explained, and a missing field of a path too', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const { client } = await agentOf(w, { creator, scopes: ['discounts:read', 'discounts:write'] })
  const listed = async () => JSON.parse((await textOf(client, 'list_discounts')).text)

  const wrong = await textOf(client, 'create_discount', { code: '' })
  expect(wrong.isError).toBe(true)
  expect(JSON.parse(wrong.text)).toMatchObject({ code: 'invalid_input' })
  expect(await textOf(client, 'read_discount')).toEqual({
    isError: true,
    text: 'The field “id” is required.',
  })
  expect((await listed()).discounts).toEqual([])
})

test('an item is made from a form, and published', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const { client } = await agentOf(w, { creator, scopes: ['items:read', 'items:write'] })

  const made = await textOf(client, 'create_content', {
    title: 'A poem',
    kind: 'text',
    textContent: 'Salt.',
    price: '4.00',
  })

  expect(made.isError).toBe(false)
  const { id } = JSON.parse(made.text)
  const shown = await w.visitor().call(getContent, { params: { id } })
  expect(shown.body).toMatchObject({ title: 'A poem', price: '4.00' })
  expect((await textOf(client, 'list_content', { limit: 1 })).text).toContain('A poem')
})

test('without a key that works, there is a challenge', async () => {
  const w = await createTestApp()
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const send = (headers: Record<string, string>) =>
    w.app.inject({ method: 'POST', url: '/mcp', payload: body, headers })

  const without = await send({})
  expect(without.statusCode).toBe(401)
  expect(without.headers['www-authenticate']).toBe('Bearer')
  const wrong = await send({ authorization: `Bearer tdk_${'0'.repeat(43)}` })
  expect(wrong.statusCode).toBe(401)
  expect(wrong.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  expect((await w.app.inject({ method: 'GET', url: '/mcp' })).statusCode).toBe(405)
})

test('each message counts as one call of the key, and above those of a minute none is answered', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const program = await programOf(w, creator, ['sales:read'])
  const send = (message: object) =>
    w.app.inject({
      method: 'POST',
      url: '/mcp',
      payload: { jsonrpc: '2.0', id: 1, ...message },
      headers: { ...program.headers, accept: 'application/json, text/event-stream' },
    })
  const lists = { method: 'tools/list' }
  const left = ({ headers }: { headers: object }) => Object(headers).ratelimit

  expect(left(await send(lists))).toBe('"key";r=119;t=60')
  const called = await send({ method: 'tools/call', params: { name: 'list_sales', arguments: {} } })
  expect([called.statusCode, left(called)]).toEqual([200, '"key";r=118;t=60'])
  expect(left(await program.call(listSales))).toBe('"key";r=117;t=60')
  for (let message = 0; message < 117; message++) expect((await send(lists)).statusCode).toBe(200)
  const refused = await send(lists)

  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect(refused.json()).toMatchObject({ code: 'rate_limited' })
  expect((await program.call(listSales)).status).toBe(429)
})

test('a batch is refused with an error of the protocol', async () => {
  const w = await createTestApp()
  const program = await programOf(w, await w.creator(), ['sales:read'])

  const answer = await w.app.inject({
    method: 'POST',
    url: '/mcp',
    payload: [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/list' })),
    headers: { ...program.headers, accept: 'application/json, text/event-stream' },
  })

  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_600, message: 'Send one message at a time, not a batch.' },
  })
})

test('a page of another site can’t use it', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const { program } = await agentOf(w, { creator, scopes: ['sales:read'] })

  const answer = await w.app.inject({
    method: 'POST',
    url: '/mcp',
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: { ...program.headers, origin: 'https://evil.example' },
  })

  expect(answer.statusCode).toBe(403)
})

test('a long answer is cut, and says how to ask for less', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText({ price: '5.00', title: 'A title of some length '.repeat(3).trim() })
  for (let sale = 0; sale < 46; sale++) await w.visitor().purchase(item.id)
  const { client } = await agentOf(w, { creator, scopes: ['sales:read'] })

  const { text } = await textOf(client, 'list_sales', { limit: 100 })

  expect(text.length).toBeLessThan(25_300)
  expect(text).toMatch(/… The answer has [\d,]+ characters, and these are the first\. Ask for less/)
})

test('each call that a key can make in JSON is one tool, and no field has two meanings', () => {
  const tools = mcpTools()
  const routes = Object.values(api).filter(
    ({ scope, transport }) => scope && (transport === 'json' || transport === 'multipart'),
  )

  expect(tools.length).toBe(routes.length)
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  expect(tools.filter(({ name }) => !/^[a-z][a-z_]{2,60}$/.test(name))).toEqual([])
  const twice = tools.filter(({ inputSchema: { required } }) => new Set(required).size !== required.length)
  expect(twice.map(({ name }) => name)).toEqual([])
})

test('only a GET is said to be harmless, so that an assistant asks before all else', () => {
  const annotationsOf = (name: string) => mcpTools().find((tool) => tool.name === name)?.annotations

  expect(annotationsOf('list_sales')).toEqual({ readOnlyHint: true, destructiveHint: false })
  for (const name of [
    'delete_content',
    'remove_license_keys',
    'update_webhook_endpoint',
    'write_to_buyer',
    // It changes nothing, but sends to any address.
    'test_webhook_address',
  ])
    expect([name, annotationsOf(name)]).toEqual([name, { readOnlyHint: false, destructiveHint: true }])
})
