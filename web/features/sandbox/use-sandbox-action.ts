import type { Route } from '../../../contract/route.ts'
import type { ApiError } from '../../api/api-error.ts'
import { useApiMutation } from '../../api/query-hooks.ts'
import { toast } from '../../ui/toast.ts'

/** Delay until the webhooks of an action have been delivered. */
const webhookDelayMs = 1_500

/** A sandbox action: shows a toast and refetches the page at once and after the webhooks. */
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
        toast({ title: 'That didn’t work', description: userMessage, tone: 'destructive' })
    },
  })
}
