import type { ComponentProps } from 'react'
import type { Route } from '../../../../contract/route.ts'
import { useApiMutation, useInvalidateQueries } from '../../../api/query.ts'
import type { RequestInput } from '../../../api/types.ts'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'

/** Delay until the webhooks of an action have been delivered. */
const webhookDelayMs = 1_500

/** A sandbox action: shows a toast and refetches the page at once and after the webhooks. */
export function useSandboxAction<R extends Route>(route: R, successMessage: string) {
  const invalidate = useInvalidateQueries()
  const refresh = () => void invalidate({ path: '/api/sandbox' })
  return useApiMutation(route, {
    onSuccess: () => {
      toast({ title: successMessage, tone: 'success' })
      refresh()
      setTimeout(refresh, webhookDelayMs)
    },
    onError: (error) => showErrorToast(error, 'That didn’t work'),
  })
}

type SandboxButtonProps<R extends Route> = ComponentProps<typeof Button> & {
  route: R
  input: RequestInput<R>
  successMessage: string
}

export function SandboxButton<R extends Route>({
  route,
  input,
  successMessage,
  ...button
}: SandboxButtonProps<R>) {
  const action = useSandboxAction(route, successMessage)
  return (
    <Button
      variant="secondary"
      {...button}
      isLoading={action.isPending}
      onClick={() => action.mutate(input)}
    />
  )
}
