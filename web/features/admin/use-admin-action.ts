import { getAdminOverview } from '../../../contract/admin-overview.ts'
import type { Route } from '../../../contract/route.ts'
import { useApiMutation, useInvalidateQueries } from '../../api/query-hooks.ts'
import { showErrorToast } from '../../shared/show-error-toast.ts'
import { toast } from '../../ui/toast.ts'

/** An admin action: sends it, shows a toast and refetches the lists that it changes. */
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
      showErrorToast(error, 'That didn’t work')
      if (error.code === 'conflict') void refresh(...invalidates, getAdminOverview)
    },
  })
}
