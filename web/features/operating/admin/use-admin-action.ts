import type { Route } from '../../../../contract/route.ts'
import { useApiMutation, useInvalidateQueries } from '../../../api/query.ts'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { toast } from '../../../ui/toast.ts'

const allAdminQueries = { path: '/api/admin' }

/**
 * An admin action: sends it and shows a toast. Amounts, lists and counts of the admin pages depend on each other, so
 * all of them are refetched, and so are the routes in `invalidates`.
 */
export function useAdminAction<R extends Route>(
  route: R,
  {
    successMessage,
    invalidates,
    onSuccess,
  }: { successMessage: string; invalidates: Array<Route>; onSuccess?: () => void },
) {
  const refresh = useInvalidateQueries()
  return useApiMutation(route, {
    onSuccess: () => {
      toast({ title: successMessage, tone: 'success' })
      void refresh(...invalidates, allAdminQueries)
      onSuccess?.()
    },
    onError: (error) => {
      showErrorToast(error, 'That didn’t work')
      if (error.code === 'conflict') void refresh(...invalidates, allAdminQueries)
    },
  })
}
