import type { Route } from '../../../contract/route.ts'
import type { ApiError } from '../../api/api-error.ts'
import { useApiMutation } from '../../api/query-hooks.ts'
import { toast } from '../../ui/toast.ts'

/** Milliseconds until webhooks that were just written have been posted and answered. */
const webhookDelayMs = 1_500

/** Does one thing at the sandbox, says that it is done, and has the page read again: now, and once webhooks have arrived. */
export function useSandboxAction<R extends Route>(
  route: R,
  { successMessage, onChange }: { successMessage: string; onChange: () => void },
) {
  return useApiMutation(route, {
    onSuccess: () => {
      toast({ title: successMessage, tone: 'success' })
      onChange()
      setTimeout(onChange, webhookDelayMs)
    },
    onError: ({ userMessage, fields }: ApiError) => {
      if (Object.keys(fields).length === 0)
        toast({ title: 'Not done', description: userMessage, tone: 'destructive' })
    },
  })
}
