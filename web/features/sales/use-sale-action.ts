import { useQueryClient } from '@tanstack/react-query'
import { buildUrl, type Route } from '../../../contract/route.ts'
import { getSale, type SaleDetail } from '../../../contract/sales.ts'
import { queryKeyFor } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/query-hooks.ts'
import { showErrorToast } from '../../shared/show-error-toast.ts'
import { invalidateSales } from '../../shared/use-sale-events.ts'

/** A mutation of a sale: puts the returned sale into the cache and refetches the lists and stats of sales. */
export function useSaleAction<R extends Route & { response: typeof getSale.response }>(
  route: R,
  { onSuccess, errorTitle }: { onSuccess: (sale: SaleDetail) => void; errorTitle: string },
) {
  const client = useQueryClient()
  return useApiMutation(route, {
    onSuccess: (response) => {
      // The route's response is that of getSale.
      const sale = response as SaleDetail
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
