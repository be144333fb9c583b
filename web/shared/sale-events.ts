import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listSales, type NewSale, type Sale, type SaleEvent, streamSaleEvents } from '../../contract/sales.ts'
import { request } from '../api/client.ts'
import { formatMoney } from '../ui/format.ts'
import { toast } from '../ui/toast.ts'

/** The minimum time between refetches. */
const refetchThrottleMs = 1_000
/** How many of the sales that came while nobody looked are shown at most. */
const maxMissed = 20
/** The delay before reconnecting after a refused connection. */
const reconnectDelayMs = 30_000

/** Prefixes of the queries that a sale changes. */
const endpointsAffectedBySale = [
  '/api/sales',
  '/api/analytics',
  '/api/earnings',
  '/api/content',
  '/api/refund-requests',
]

/**
 * While this page is visible, new sales are shown, with a toast unless the page has another way. Sales missed while hidden
 * are shown when it is visible again. `showSale` is the same function in every render.
 */
export function useSaleEvents(showSale: (sale: NewSale) => void = showSaleToast): void {
  const client = useQueryClient()
  // Connects to the server's events while the page is visible; a hidden page holds no connection.
  useEffect(() => {
    const connection = connectSaleEvents(client, showSale)
    const syncWithVisibility = () =>
      document.visibilityState === 'visible' ? connection.open() : connection.close()
    syncWithVisibility()
    document.addEventListener('visibilitychange', syncWithVisibility)
    return () => {
      document.removeEventListener('visibilitychange', syncWithVisibility)
      connection.close()
    }
  }, [client, showSale])
}

function showSaleToast({ amount, currency, title }: NewSale): void {
  toast({ title: `New sale: ${formatMoney(amount, currency)} for ${title}`, tone: 'success' })
}

/** Refetches every query that a sale changes. */
export async function invalidateSales(client: QueryClient): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) => endpointsAffectedBySale.some((path) => queryKey.join('/').startsWith(path)),
  })
}

function connectSaleEvents(client: QueryClient, showSale: (sale: NewSale) => void) {
  let source: EventSource | undefined
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  let refetchTimer: ReturnType<typeof setTimeout> | undefined
  let hasConnected = false
  /** Undefined before the first connection. */
  let newestId: number | null | undefined

  /** The sales since that one, which came while the page was hidden or offline. */
  async function showMissed(since: number | null) {
    const { sales } = await request(listSales, { query: { limit: maxMissed } })
    const end = sales.findIndex(({ id }) => id === since)
    const missed = sales.slice(0, end < 0 ? undefined : end).filter(({ state }) => state === 'paid')
    for (const { id, amount, creatorAmount, currency, title } of missed.toReversed())
      showSale({ type: 'sale_created', id, amount, earned: creatorAmount, currency, title, milestone: null })
  }
  /** Throttled: many sales within a second cause one refetch. */
  function scheduleRefetch() {
    refetchTimer ??= setTimeout(() => {
      refetchTimer = undefined
      void invalidateSales(client)
    }, refetchThrottleMs)
  }
  function handleEvent(event: SaleEvent) {
    if (event.type === 'connected') {
      // Without an answer the refetched lists show them all the same.
      if (newestId !== undefined && newestId !== event.latestSaleId)
        void showMissed(newestId).catch(() => undefined)
      newestId = event.latestSaleId
      if (hasConnected || !hasNewestSale(client, event.latestSaleId)) scheduleRefetch()
      hasConnected = true
      return
    }
    if (event.type === 'sale_created') {
      newestId = event.id
      showSale(event)
    }
    scheduleRefetch()
  }
  function open() {
    if (source) return
    source = new EventSource(streamSaleEvents.path)
    // The server filters the events by the contract's schema.
    source.onmessage = ({ data }) => handleEvent(JSON.parse(data) as SaleEvent)
    // The browser reconnects after a lost connection, but not after a refused one.
    source.onerror = () => {
      if (source?.readyState !== EventSource.CLOSED) return
      close()
      reconnectTimer = setTimeout(open, reconnectDelayMs)
    }
  }
  function close() {
    clearTimeout(reconnectTimer)
    clearTimeout(refetchTimer)
    refetchTimer = undefined
    source?.close()
    source = undefined
  }
  return { open, close }
}

/** Whether a loaded list already has the newest sale, which may have come between the page's read and the connection. */
function hasNewestSale(client: QueryClient, newestId: number | null): boolean {
  if (newestId === null) return true
  const lists = client.getQueriesData({
    predicate: ({ queryKey }) => queryKey.join('/').startsWith('/api/sales?'),
  })
  return lists.some(([, data]) => JSON.stringify(data ?? '').includes(`"id":${newestId},`))
}

type BadgeContent = { label: string; tone: 'brand' | 'plain' | 'warn' | 'danger' }

/** The badge of a sale. A pending refund request has priority. */
export function saleStatusBadge({
  state,
  access,
  pendingRefundRequestId,
}: Pick<Sale, 'state' | 'access' | 'pendingRefundRequestId'>): BadgeContent {
  if (pendingRefundRequestId) return { label: 'Refund requested', tone: 'warn' }
  if (state === 'disputed') return { label: 'Disputed', tone: 'danger' }
  if (state === 'refunded') return { label: 'Refunded', tone: 'plain' }
  if (access === 'revoked') return { label: 'Access revoked', tone: 'warn' }
  return state === 'partially_refunded'
    ? { label: 'Partially refunded', tone: 'plain' }
    : { label: 'Paid', tone: 'brand' }
}

/** The buyer's name, or else their email. */
export function buyerLabel({
  supporterName,
  buyerEmail,
}: Pick<Sale, 'supporterName' | 'buyerEmail'>): string {
  return supporterName || buyerEmail || 'Buyer without an email'
}
