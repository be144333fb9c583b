import { getAdminOverview } from '../../../contract/admin-overview.ts'
import type { Route } from '../../../contract/route.ts'
import { useApiMutation, useInvalidateQueries } from '../../api/query-hooks.ts'
import { showErrorToast } from '../../shared/show-error-toast.ts'
import { toast } from '../../ui/toast.ts'

/** Does one thing as the administrator, says that it is done, and has the lists it changes read again. */
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
      void refresh(...invalidates, getAdminOverview)
      onSuccess?.()
    },
    onError: (error) => {
      showErrorToast(error, 'Not done')
      if (error.code === 'conflict') void refresh(...invalidates, getAdminOverview)
    },
  })
}
