import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { waitForPurchase } from './purchase-delivery.ts'

const sentence = 'Our file storage isn’t answering right now. Please try again in a minute.'
const fetched = vi.fn<() => Promise<Response>>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

async function away() {
  return Response.json({ code: 'store_unavailable', message: sentence }, { status: 503 })
}

/** Waits for a purchase; `shown` are the messages meanwhile. */
function wait() {
  const shown: Array<string> = []
  const proof = { paymentId: 'pi_1', secret: undefined }
  const found = waitForPurchase({ contentId: 7, ...proof, onWait: (message) => shown.push(message) })
  return { shown, outcome: found.catch((error: unknown) => error) }
}

test('a download retries after a 503 and shows the server’s message', async () => {
  const access = { accessUrl: 'https://tips.example.com/access/token', content: { kind: 'file' } }
  fetched.mockImplementationOnce(away)
  fetched.mockImplementation(async () => Response.json(access))

  const { shown, outcome } = wait()
  await vi.runAllTimersAsync()

  expect(await outcome).toEqual(access)
  expect(shown).toEqual([sentence])
})

test('a download that keeps failing with 503 ends with the server’s message', async () => {
  fetched.mockImplementation(away)

  const { outcome } = wait()
  await vi.runAllTimersAsync()
  const error = await outcome

  expect(fetched).toHaveBeenCalledTimes(7)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 503, userMessage: sentence })
})
