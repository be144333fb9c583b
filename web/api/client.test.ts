import { afterEach, expect, test, vi } from 'vitest'
import { getContent } from '../../contract/content.ts'
import { sendFeedback } from '../../contract/feedback.ts'
import { request } from './client.ts'

afterEach(() => vi.unstubAllGlobals())

function answering(response: Response | Error) {
  const asked = vi.fn(async (_url: string, _init: RequestInit) => {
    if (response instanceof Error) throw response
    return response
  })
  vi.stubGlobal('fetch', asked)
  return asked
}

test('a call goes to its address with cookies and a JSON body', async () => {
  const asked = answering(Response.json({ received: true }))

  const reply = await request(sendFeedback, { body: { type: 'bug', subject: 's', message: 'm' } })

  expect(reply).toEqual({ received: true })
  const [url, init] = asked.mock.calls[0] ?? []
  expect(url).toBe('/api/feedback')
  expect(init).toMatchObject({
    method: 'POST',
    credentials: 'include',
    body: '{"type":"bug","subject":"s","message":"m"}',
  })
})

test('parameters are encoded into the address', async () => {
  const asked = answering(Response.json({}))

  await request(getContent, { params: { id: '../admin' } })

  expect(asked.mock.calls[0]?.[0]).toBe('/api/content/..%2Fadmin')
})

test('an answer that is not OK is an error with its status and text', async () => {
  answering(new Response('gone', { status: 404 }))

  await expect(request(getContent, { params: { id: 1 } })).rejects.toThrow('404: gone')
})

test('no connection is said in a sentence', async () => {
  answering(new TypeError('Failed to fetch'))

  await expect(request(getContent, { params: { id: 1 } })).rejects.toMatchObject({
    status: 0,
    code: 'offline',
  })
})
