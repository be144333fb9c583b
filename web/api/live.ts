import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveEvent } from '../../contract/sales.ts'
import { formatMoney } from '../ui/money-text.ts'
import { toast } from '../ui/toast.ts'
import { listenToSales } from './calls.ts'

/** Milliseconds: how often everything is read again at the most, and the pause after a refused connection. */
const calm = 1_000
const patience = 30_000

/** What a sale changes on a creator's screens. */
const touched = ['/api/sales', '/api/analytics', '/api/earnings', '/api/content', '/api/refund-requests']

/** While this page is seen, new sales appear by themselves, with a notice; what was missed is read when it is seen again. */
export function useLiveSales(): void {
  const client = useQueryClient()
  // Speaks to the server and to the document: a page nobody looks at holds no connection.
  useEffect(() => {
    const live = liveSales(client)
    const look = () => (document.visibilityState === 'visible' ? live.open() : live.close())
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      live.close()
    }
  }, [client])
}

/** Asks again for every number and list that a sale changes. */
export async function refreshSales(client: QueryClient): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) => touched.some((path) => queryKey.join('/').startsWith(path)),
  })
}

function liveSales(client: QueryClient) {
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let wasOpen = false

  /** Many sales in one second are read once. */
  function refresh() {
    waiting ??= setTimeout(() => {
      waiting = undefined
      void refreshSales(client)
    }, calm)
  }
  function hear(event: LiveEvent) {
    if (event.type === 'hello') {
      if (wasOpen || !isKnown(client, event.newest)) refresh()
      wasOpen = true
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
    source = new EventSource(listenToSales.path)
    // The server filters what it tells by the contract's own schema.
    source.onmessage = ({ data }) => hear(JSON.parse(data) as LiveEvent)
    // A broken connection is mended by the browser; a refused one is not.
    source.onerror = () => {
      if (source?.readyState !== EventSource.CLOSED) return
      close()
      again = setTimeout(open, patience)
    }
  }
  function close() {
    clearTimeout(again)
    clearTimeout(waiting)
    waiting = undefined
    source?.close()
    source = undefined
  }
  return { open, close }
}

/** Whether some list on this page has the newest sale already: read with the page, a moment before we listened. */
function isKnown(client: QueryClient, newest: number | null): boolean {
  if (newest === null) return true
  const lists = client.getQueriesData({
    predicate: ({ queryKey }) => queryKey.join('/').startsWith('/api/sales?'),
  })
  return lists.some(([, data]) => JSON.stringify(data ?? '').includes(`"id":${newest},`))
}
