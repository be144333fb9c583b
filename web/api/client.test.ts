import { afterEach, expect, test, vi } from 'vitest'
import { getContent } from '../../contract/content.ts'
import { sendFeedback } from '../../contract/feedback.ts'
import { request } from './client.ts'

afterEach(() => vi.unstubAllGlobals())

function stubFetch(response: Response | Error) {
  const fetchMock = vi.fn(async (_url: string, _init: RequestInit) => {
    if (response instanceof Error) throw response
    return response
  })
  vi.stubGlobal('fetch', fetchMock)
  return fetchMock
}

test('request sends the cookies and a JSON body to the route’s path', async () => {
  const fetchMock = stubFetch(Response.json({ received: true }))

  const reply = await request(sendFeedback, { body: { type: 'bug', subject: 's', message: 'm' } })

  expect(reply).toEqual({ received: true })
  const [url, init] = fetchMock.mock.calls[0] ?? []
  expect(url).toBe('/api/feedback')
  expect(init).toMatchObject({
    method: 'POST',
    credentials: 'include',
    body: '{"type":"bug","subject":"s","message":"m"}',
  })
})

test('request encodes parameters into the path', async () => {
  const fetchMock = stubFetch(Response.json({}))

  await request(getContent, { params: { id: '../admin' } })

  expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/content/..%2Fadmin')
})

test('request throws the status and body of a response that is not 2xx', async () => {
  stubFetch(new Response('gone', { status: 404 }))

  await expect(request(getContent, { params: { id: 1 } })).rejects.toThrow('404: gone')
})

test('request throws a readable network error when fetch fails', async () => {
  stubFetch(new TypeError('Failed to fetch'))

  await expect(request(getContent, { params: { id: 1 } })).rejects.toMatchObject({
    status: 0,
    code: 'offline',
  })
})
