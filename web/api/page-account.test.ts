import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountHeader } from '../../contract/account-header.ts'
import { sendFeedback } from '../../contract/feedback.ts'

const feedback = { body: { type: 'bug', subject: 's', message: 'm' } } as const

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

async function loadModules() {
  const account = await import('./client.ts')
  const { request } = await import('./client.ts')
  return { ...account, request }
}

test('every call names the account of the page, and a page without one sends no header', async () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  const fetchMock = vi.fn(async (_url: string, _init: RequestInit) => Response.json({}))
  vi.stubGlobal('fetch', fetchMock)
  const { request, setPageAccount } = await loadModules()

  await request(sendFeedback, feedback)
  setPageAccount(7)
  setPageAccount(8)
  await request(sendFeedback, feedback)

  const headers = fetchMock.mock.calls.map(([, init]) => new Headers(init.headers).get(accountHeader))
  expect(headers).toEqual([null, '7'])
})

test('a refusal for another account marks the page, and tells its listeners', async () => {
  const body = { code: 'account_changed', message: 'You’re signed in as another account now.' }
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 409 }))
  const { request, hasAccountChanged, subscribeToAccountChange } = await loadModules()
  const listener = vi.fn()
  subscribeToAccountChange(listener)

  await expect(request(sendFeedback, feedback)).rejects.toThrow('409')

  expect(hasAccountChanged()).toBe(true)
  expect(listener).toHaveBeenCalledOnce()
})
