import { expect, test } from 'vitest'
import { api } from '../contract/api.ts'
import { revokeApiKey } from '../contract/api-keys.ts'
import type { Route } from '../contract/route.ts'
import { type ApiScope, apiScopes } from '../contract/scopes.ts'
import { programOf } from './support/api-key-fixture.ts'
import { isLongRun } from './support/long-run.ts'
import { requestFor, validFields } from './support/request-builder.ts'
import { createTestApp, type Visitor } from './support/test-app.ts'

const calls = Object.entries(api).filter(
  ([, { auth, transport }]) => (auth === 'creator' || auth === 'admin') && transport !== 'sse',
)

/** Calls that pay out, refund a sale, say who is paid, or open an account. None may ever get a scope. */
const neverByKey =
  /^\/api\/(payout\/(setup|confirm|method-state)|payee|connect|:provider|account(?!\/storage)|keys|sales\/:id\/refund|refund-requests\/:id\/decision|subscription|create-subscription|admin|sandbox)/

test('no call that pays out, refunds a sale, says who is paid or opens an account has a scope', () => {
  const scoped = calls.filter(([, { scope }]) => scope !== undefined)

  expect(scoped.length).toBeGreaterThan(50)
  expect(scoped.filter(([, { path }]) => neverByKey.test(path)).map(([name]) => name)).toEqual([])
  expect(scoped.filter(([, { auth }]) => auth === 'admin')).toEqual([])
  expect(apiScopes.filter((scope) => !scoped.some(([, route]) => route.scope === scope))).toEqual([])
})

test('a scope to read is only for calls that change nothing, and one to write for all others', () => {
  const wrong = calls.filter(
    ([, { scope, method, transport }]) => scope?.endsWith(':read') && method !== 'GET' && transport !== 'tus',
  )

  expect(wrong.map(([name]) => name)).toEqual([])
  expect(calls.filter(([, { scope, method }]) => scope?.endsWith(':write') && method === 'GET')).toEqual([])
})

test('a key makes exactly the calls of its scopes', { tags: ['scaled'], timeout: 300_000 }, async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const item = await mara.publishFile()
  const answers: Array<string> = []
  const expected: Array<string> = []
  const check = async (scopes: ReadonlyArray<ApiScope>, checked: typeof calls) => {
    const { headers, id } = await programOf(w, mara, scopes)
    for (const [name, route] of checked) {
      // The limit of calls a minute has a test of its own.
      w.clock.advance(61_000)
      const isGiven = route.scope !== undefined && scopes.includes(route.scope)
      answers.push(`${scopes} ${name}: ${await admittedBy(w.visitor(), route, headers, item.id)}`)
      expected.push(`${scopes} ${name}: ${isGiven ? 'admitted' : 'refused'}`)
    }
    // A creator has a limited number of keys.
    await mara.call(revokeApiKey, { params: { id } })
  }

  if (isLongRun) for (const scope of apiScopes) await check([scope], calls)
  else
    for (const scope of apiScopes) {
      const own = calls.filter(([, route]) => route.scope === scope)
      await check([scope], own)
      await check(
        apiScopes.filter((other) => other !== scope),
        own,
      )
    }
  await check(
    apiScopes,
    calls.filter(([, { scope }]) => scope === undefined),
  )

  expect(answers).toEqual(expected)
})

async function admittedBy(
  program: Visitor,
  route: Route,
  headers: Record<string, string>,
  contentId: number,
): Promise<string> {
  // The id of no item, so that no call changes what the next one needs.
  const fields = validFields(route, { contentId, paymentIntentId: 'x', clientSecret: 'x' })
  const missing = {
    ...fields,
    params: { ...fields.params, ...('id' in fields.params && { id: 999_999_999_999 }) },
  }
  const { url, payload, headers: more } = requestFor(route, missing)
  const answer = await program.send(route.method, url, {
    ...(payload !== undefined && { payload }),
    headers: { ...more, ...headers },
  })
  const { message = '' } = answer.statusCode === 403 ? answer.json() : {}
  return /API key|needs a key with the scope/.test(message) ? 'refused' : 'admitted'
}

test.each<[string, Record<string, string>, number]>([
  ['a key that was never made', { authorization: `Bearer tdk_${'x'.repeat(43)}` }, 401],
  ['a token that is no key', { authorization: 'Bearer something' }, 401],
  ['a key as a password', { authorization: 'Basic dGRrOng=' }, 401],
])('%s opens nothing', async (_, headers, status) => {
  const w = await createTestApp()
  const answer = await w.visitor().send('GET', '/api/content', { headers })

  expect(answer.statusCode).toBe(status)
})
