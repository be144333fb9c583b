import { useQueryClient } from '@tanstack/react-query'
import { type Route, urlOf } from '../../../contract/route.ts'
import { getSale, type SaleDetail } from '../../../contract/sales.ts'
import { type ApiError, isSignedOut } from '../../api/api-error.ts'
import { useSend } from '../../api/hooks.ts'
import { refreshSales } from '../../api/live.ts'
import { keyOf } from '../../api/query-client.ts'
import { signInAgain } from '../../api/signed-out.ts'
import { toast } from '../../ui/toast.ts'

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
    failed: (error: ApiError) => {
      if (isSignedOut(error)) return signInAgain()
      if (Object.keys(error.fields).length > 0) return
      toast({ title, text: error.sentence, tone: 'destructive' })
      if (error.code === 'conflict') void refreshSales(client)
    },
  })
}
