import type { CreatorContent } from '../../../contract/content.ts'
import { listContent } from '../../../contract/content.ts'
import { setContentStatus } from '../../../contract/content-edit.ts'
import { isUnauthorized } from '../../api/api-error.ts'
import { useApiMutation, useInvalidateQueries } from '../../api/query-hooks.ts'
import { inReview } from '../../shared/in-review.ts'
import { handleSessionExpired } from '../../shared/session-expired.ts'
import { toast } from '../../ui/toast.ts'

/** Publishes a draft, or unpublishes a published item. */
export function usePublishToggle({ id, title, status }: CreatorContent) {
  const refresh = useInvalidateQueries()
  const send = useApiMutation(setContentStatus, {
    whenSignedOut: 'fail',
    onSuccess: async ({ status, review }) => {
      const description =
        status === 'draft' ? `${title} no longer has a public page` : `${title} is available to buy`
      const done = { title: status === 'draft' ? 'Unpublished' : 'Published', description }
      toast({ ...(review ? inReview : done), tone: 'success' })
      await refresh(listContent)
    },
    onError: (error) => {
      if (isUnauthorized(error)) return handleSessionExpired()
      toast({ title: 'Error', description: error.userMessage, tone: 'destructive' })
    },
  })
  const next = status === 'draft' ? 'published' : 'draft'
  return {
    label: status === 'draft' ? 'Publish' : 'Unpublish',
    isPending: send.isPending,
    toggle: () => send.mutate({ params: { id }, body: { status: next } }),
  } as const
}
