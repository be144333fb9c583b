import type { Route } from '../../../contract/route.ts'
import type { ApiError } from '../../api/api-error.ts'
import { useSend } from '../../api/hooks.ts'
import { toast } from '../../ui/toast.ts'

/** Milliseconds until webhooks that were just written have been posted and answered. */
const onTheWay = 1_500

/** Does one thing at the sandbox, says that it is done, and has the page read again: now, and once webhooks have arrived. */
export function useAct<R extends Route>(route: R, { said, changed }: { said: string; changed: () => void }) {
  return useSend(route, {
    done: () => {
      toast({ title: said, tone: 'success' })
      changed()
      setTimeout(changed, onTheWay)
    },
    failed: ({ sentence, fields }: ApiError) => {
      if (Object.keys(fields).length === 0) toast({ title: 'Not done', text: sentence, tone: 'destructive' })
    },
  })
}
