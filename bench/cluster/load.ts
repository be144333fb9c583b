import { setTimeout as sleep } from 'node:timers/promises'
import pMap from 'p-map'
import { createUpload, Upload } from '../../contract/resumable-uploads.ts'
import { type BenchClient, createClient } from '../http-client.ts'

const retryMs = 100
/** A page that takes longer counts as broken. */
const pageTimeoutMs = 30_000
const tus = { 'tus-resumable': '1.0.0' }
const pieceBytes = 1024 ** 2

type Sale = {
  paymentIntentId: string
  clientSecret: string
  fan: BenchClient
  contentId: number
  orderNumber: number
}

/** Buyers who look at a tip page and buy, one after the other, until stopped. */
export function startBuyers(
  url: string,
  { contentIds, count }: { contentIds: Array<number>; count: number },
) {
  const sales: Array<Sale> = []
  const seen = { pages: 0, brokenPages: 0, brokenStatuses: new Set<number>(), retries: 0, sales }
  let isStopped = false
  const retry = async <T>(step: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await step()
      } catch (error) {
        if (isStopped) throw error
        seen.retries += 1
        await sleep(retryMs)
      }
    }
  }
  const look = async (contentId: number) => {
    const signal = AbortSignal.timeout(pageTimeoutMs)
    const status = await fetch(`${url}/p/${contentId}`, { signal }).then(
      (response) => response.text().then(() => response.status),
      () => 0,
    )
    seen.pages += 1
    if (status === 200) return
    seen.brokenPages += 1
    seen.brokenStatuses.add(status)
  }
  const buyers = Array.from({ length: count }, async (_, index) => {
    const contentId = contentIds[index % contentIds.length] ?? 0
    while (!isStopped) {
      await look(contentId)
      const fan = createClient(url)
      const checkout = await retry(() => fan.startCheckout(contentId))
      await retry(() => fan.pay(checkout))
      const { state, purchaseId } = await retry(() => fan.completeCheckout(checkout))
      if (state === 'paid' && purchaseId !== null)
        seen.sales.push({ ...checkout, fan, contentId, orderNumber: purchaseId })
    }
  })
  return {
    seen,
    async stop() {
      isStopped = true
      await Promise.allSettled(buyers)
      return seen
    },
  }
}

/** How many confirmed sales their buyers can't open any more. */
export async function countLost(sales: ReadonlyArray<Sale>, bytes: Buffer): Promise<number> {
  const isKept = async ({ fan, contentId, orderNumber, ...checkout }: Sale) => {
    const view = await fan.verifyPurchase(checkout, contentId).catch(() => undefined)
    const file = await fan.download(contentId).catch(() => Buffer.alloc(0))
    return view?.purchase.id === orderNumber && file.equals(bytes)
  }
  const kept = await pMap(sales, isKept, { concurrency: 8 })
  return kept.filter((one) => !one).length
}

/** Uploads a file in pieces, slowly, and continues where it stopped. Resolves with the number of interruptions. */
export async function slowUpload(
  url: string,
  creator: BenchClient,
  { file, pauseMs }: { file: Buffer; pauseMs: number },
): Promise<{ interruptions: number; isComplete: boolean }> {
  const created = await creator.send('POST', createUpload.path, undefined, {
    ...tus,
    'upload-length': String(file.length),
    'upload-metadata': `filename ${Buffer.from('film.bin').toString('base64')}`,
  })
  const path = new URL(created.headers.get('location') ?? '', url).pathname
  let offset = 0
  let interruptions = 0
  while (offset < file.length) {
    const piece = file.subarray(offset, offset + pieceBytes)
    const answer = await fetch(`${url}${path}`, {
      method: 'PATCH',
      headers: {
        ...tus,
        cookie: creator.cookieHeader(),
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      },
      body: new Uint8Array(piece),
      signal: AbortSignal.timeout(pageTimeoutMs),
    }).catch(() => undefined)
    if (answer?.status === 204) offset += piece.length
    else {
      interruptions += 1
      await sleep(retryMs)
      const head = await creator.send('HEAD', path, undefined, tus).catch(() => undefined)
      offset = Number(head?.headers.get('upload-offset') ?? offset)
    }
    await sleep(pauseMs)
  }
  const state = await creator.send('GET', path).then((response) => response.json())
  return { interruptions, isComplete: Upload.safeParse(state).success }
}

/** An open dashboard: reads the event stream, and opens it again when it ends. */
export function openDashboard(url: string, creator: BenchClient) {
  const seen = { sales: 0, reconnects: -1 }
  const stopping = new AbortController()
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      seen.reconnects += 1
      await readEvents(url, { cookie: creator.cookieHeader(), signal: stopping.signal }, () => {
        seen.sales += 1
      }).catch(() => undefined)
      await sleep(retryMs)
    }
  })()
  return {
    seen,
    async stop() {
      stopping.abort()
      await reading
    },
  }
}

async function readEvents(
  url: string,
  { cookie, signal }: { cookie: string; signal: AbortSignal },
  onSale: () => void,
): Promise<void> {
  const response = await fetch(`${url}/api/events`, { headers: { cookie }, signal })
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    const sales = decoder.decode(chunk, { stream: true }).match(/"type":"sale_created"/g)
    for (const _ of sales ?? []) onSale()
  }
}
