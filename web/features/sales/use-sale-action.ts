import { useQueryClient } from '@tanstack/react-query'
import { buildUrl, type Route } from '../../../contract/route.ts'
import { getSale, type SaleDetail } from '../../../contract/sales.ts'
import { queryKeyFor } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/query-hooks.ts'
import { showErrorToast } from '../../shared/show-error-toast.ts'
import { invalidateSales } from '../../shared/use-sale-events.ts'

/** Something done to a sale: its answer is the sale as it is now, and every list and number is read again. */
export function useSaleAction<R extends Route & { response: typeof getSale.response }>(
  route: R,
  { onSuccess, errorTitle }: { onSuccess: (sale: SaleDetail) => void; errorTitle: string },
) {
  const client = useQueryClient()
  return useApiMutation(route, {
    onSuccess: (reply) => {
      // The route's reply is that of getSale.
      const sale = reply as SaleDetail
      client.setQueryData(queryKeyFor(buildUrl(getSale, { params: { id: sale.id } })), sale)
      onSuccess(sale)
      void invalidateSales(client)
    },
    onError: (error) => {
      showErrorToast(error, errorTitle)
      if (error.code === 'conflict') void invalidateSales(client)
    },
  })
}
