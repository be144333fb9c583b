import { getDesk } from '../../../contract/admin-desk.ts'
import type { Route } from '../../../contract/route.ts'
import { useRefresh, useSend } from '../../api/hooks.ts'
import { sayRefused } from '../../api/refused.ts'
import { toast } from '../../ui/toast.ts'

/** Does one thing as the administrator, says that it is done, and has the lists it changes read again. */
export function useAct<R extends Route>(
  route: R,
  { said, changes, done }: { said: string; changes: Array<Route>; done?: () => void },
) {
  const refresh = useRefresh()
  return useSend(route, {
    done: () => {
      toast({ title: said, tone: 'success' })
      void refresh(...changes, getDesk)
      done?.()
    },
    failed: (error) => {
      sayRefused(error, 'Not done')
      if (error.code === 'conflict') void refresh(...changes, getDesk)
    },
  })
}
