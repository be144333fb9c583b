import { createApiKey } from '../../contract/api-keys.ts'
import { type ApiScope, apiScopes } from '../../contract/scopes.ts'
import type { TestApp, Visitor } from './test-app.ts'

/** Makes a key of a creator, and a program that calls with it: a client without cookies. */
export async function programOf(
  w: TestApp,
  creator: Visitor,
  scopes: ReadonlyArray<ApiScope> = apiScopes,
  expiresInDays: 30 | 90 | 365 | null = null,
) {
  const { status, body } = await creator.call(createApiKey, {
    body: { name: 'Spreadsheet', scopes, expiresInDays },
  })
  if (status !== 200) throw new Error(`No key was made: ${JSON.stringify(body)}`)
  const client = w.visitor()
  const headers = { authorization: `Bearer ${body.key}` }
  const call: Visitor['call'] = (route, input = {}) =>
    client.call(route, { ...input, headers: { ...headers, ...input.headers } })
  return { key: body.key, id: body.keys[0]?.id ?? 0, headers, client, call }
}
