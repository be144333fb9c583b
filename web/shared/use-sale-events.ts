import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SaleEvent } from '../../contract/sales.ts'
import { streamSaleEvents } from '../api/calls.ts'
import { formatMoney } from '../ui/money-text.ts'
import { toast } from '../ui/toast.ts'

/** Milliseconds: how often everything is read again at the most, and the pause after a refused connection. */
const refetchThrottleMs = 1_000
const reconnectDelayMs = 30_000

/** What a sale changes on a creator's screens. */
const endpointsAffectedBySale = [
  '/api/sales',
  '/api/analytics',
  '/api/earnings',
  '/api/content',
  '/api/refund-requests',
]

/** While this page is seen, new sales appear by themselves, with a notice; what was missed is read when it is seen again. */
export function useSaleEvents(): void {
  const client = useQueryClient()
  // Speaks to the server and to the document: a page nobody looks at holds no connection.
  useEffect(() => {
    const live = connectSaleEvents(client)
    const syncWithVisibility = () => (document.visibilityState === 'visible' ? live.open() : live.close())
    syncWithVisibility()
    document.addEventListener('visibilitychange', syncWithVisibility)
    return () => {
      document.removeEventListener('visibilitychange', syncWithVisibility)
      live.close()
    }
  }, [client])
}

/** Asks again for every number and list that a sale changes. */
export async function invalidateSales(client: QueryClient): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) => endpointsAffectedBySale.some((path) => queryKey.join('/').startsWith(path)),
  })
}

function connectSaleEvents(client: QueryClient) {
  let source: EventSource | undefined
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  let refetchTimer: ReturnType<typeof setTimeout> | undefined
  let hasConnected = false

  /** Many sales in one second are read once. */
  function refresh() {
    refetchTimer ??= setTimeout(() => {
      refetchTimer = undefined
      void invalidateSales(client)
    }, refetchThrottleMs)
  }
  function handleEvent(event: SaleEvent) {
    if (event.type === 'hello') {
      if (hasConnected || !hasNewestSale(client, event.latestSaleId)) refresh()
      hasConnected = true
      return
    }
    if (event.type === 'sale')
      toast({
        title: `New sale: ${formatMoney(event.amount, event.currency)} for ${event.title}`,
        tone: 'success',
      })
    refresh()
  }
  function open() {
    if (source) return
    source = new EventSource(streamSaleEvents.path)
    // The server filters what it tells by the contract's own schema.
    source.onmessage = ({ data }) => handleEvent(JSON.parse(data) as SaleEvent)
    // A broken connection is mended by the browser; a refused one is not.
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

/** Whether some list on this page has the newest sale already: read with the page, a moment before we listened. */
function hasNewestSale(client: QueryClient, newest: number | null): boolean {
  if (newest === null) return true
  const lists = client.getQueriesData({
    predicate: ({ queryKey }) => queryKey.join('/').startsWith('/api/sales?'),
  })
  return lists.some(([, data]) => JSON.stringify(data ?? '').includes(`"id":${newest},`))
}
