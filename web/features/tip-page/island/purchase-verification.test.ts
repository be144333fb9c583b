import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from '../../../ui/toast.ts'
import type { PayCardElements } from './pay-card-elements.ts'
import { downloadPurchase } from './purchase-verification.ts'

vi.mock('../../../ui/toast.ts', () => ({ toast: vi.fn() }))

const held = { paymentId: 'pi_1', secret: undefined }
const sentence = 'Our file storage isn’t responding right now. Please try again in a minute.'
const accessUrl = 'https://tips.example.com/access/token'
const fetched = vi.fn<() => Promise<Response>>()
const assign = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { assign })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

/** The card's elements that a download uses. */
function card() {
  const download = { ariaBusy: null, setAttribute() {}, removeAttribute() {} }
  return { contentId: 7, download, status: { textContent: '' } } as unknown as PayCardElements
}

async function away() {
  return Response.json({ code: 'store_unavailable', message: sentence }, { status: 503 })
}

test('a download retries after a 503 and shows the server’s message', async () => {
  const shown = card()
  fetched.mockImplementationOnce(away)
  fetched.mockImplementation(async () => Response.json({ accessUrl, content: { kind: 'file' } }))

  const delivered = downloadPurchase(shown, held)
  await vi.runAllTimersAsync()
  await delivered

  expect(shown.status.textContent).toBe(sentence)
  expect(assign).toHaveBeenCalledWith(`${accessUrl}/file?as=attachment`)
  expect(toast).not.toHaveBeenCalled()
})

test('a download that keeps failing with 503 ends with the server’s message', async () => {
  fetched.mockImplementation(away)

  const delivered = downloadPurchase(card(), held)
  await vi.runAllTimersAsync()
  await delivered

  expect(fetched).toHaveBeenCalledTimes(7)
  expect(assign).not.toHaveBeenCalled()
  expect(toast).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ description: sentence }))
})
