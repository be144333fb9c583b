import { useQueryClient } from '@tanstack/react-query'
import { type Route, urlOf } from '../../../contract/route.ts'
import { getSale, type SaleDetail } from '../../../contract/sales.ts'
import { useSend } from '../../api/hooks.ts'
import { refreshSales } from '../../api/live.ts'
import { keyOf } from '../../api/query-client.ts'
import { sayRefused } from '../../api/refused.ts'

/** Something done to a sale: its answer is the sale as it is now, and every list and number is read again. */
export function useAct<R extends Route & { reply: typeof getSale.reply }>(
  route: R,
  { done, title }: { done: (sale: SaleDetail) => void; title: string },
) {
  const client = useQueryClient()
  return useSend(route, {
    done: (reply) => {
      // The route's reply is that of getSale.
      const sale = reply as SaleDetail
      client.setQueryData(keyOf(urlOf(getSale, { params: { id: sale.id } })), sale)
      done(sale)
      void refreshSales(client)
    },
    failed: (error) => {
      sayRefused(error, title)
      if (error.code === 'conflict') void refreshSales(client)
    },
  })
}
