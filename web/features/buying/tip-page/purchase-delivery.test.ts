import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/client.ts'
import { waitForPurchase } from './payment-return.ts'

const unavailableMessage = 'Our file storage isn’t answering right now. Please try again in a minute.'
const fetchMock = vi.fn<() => Promise<Response>>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

async function unavailableResponse() {
  return Response.json({ code: 'store_unavailable', message: unavailableMessage }, { status: 503 })
}

/** Starts waiting for a purchase. `messages` are those shown meanwhile; `outcome` is the purchase or the error. */
function startWaiting() {
  const messages: Array<string> = []
  const proof = { paymentId: 'pi_1', secret: undefined }
  const purchase = waitForPurchase({ contentId: 7, ...proof, onWait: (message) => messages.push(message) })
  return { messages, outcome: purchase.catch((error: unknown) => error) }
}

test('a download retries after a 503 and shows the server’s message', async () => {
  const access = { accessUrl: 'https://tips.example.com/access/token', content: { kind: 'file' } }
  fetchMock.mockImplementationOnce(unavailableResponse)
  fetchMock.mockImplementation(async () => Response.json(access))

  const { messages, outcome } = startWaiting()
  await vi.runAllTimersAsync()

  expect(await outcome).toEqual(access)
  expect(messages).toEqual([unavailableMessage])
})

test('a download that keeps failing with 503 ends with the server’s message', async () => {
  fetchMock.mockImplementation(unavailableResponse)

  const { outcome } = startWaiting()
  await vi.runAllTimersAsync()
  const error = await outcome

  expect(fetchMock).toHaveBeenCalledTimes(7)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 503, userMessage: unavailableMessage })
})
