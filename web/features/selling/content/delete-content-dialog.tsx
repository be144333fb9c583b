import { type CreatorContent, deleteContent, listContent } from '../../../../contract/content.ts'
import { getDashboardStats } from '../../../../contract/earnings.ts'
import { isUnauthorized } from '../../../api/client.ts'
import { useApiMutation, useInvalidateQueries } from '../../../api/query.ts'
import { handleSessionExpired } from '../../../shared/session-expired.ts'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'

type DeleteContentDialogProps = {
  item: CreatorContent
  onClose: () => void
  /** The item was removed from the list, and with it the button that had the focus. */
  onDeleted: () => void
}

export function DeleteContentDialog({ item, onClose, onDeleted }: DeleteContentDialogProps) {
  const refresh = useInvalidateQueries()
  const send = useApiMutation(deleteContent, {
    whenSignedOut: 'fail',
    onSuccess: async () => {
      toast({ title: 'Content deleted', description: `${item.title} has been removed`, tone: 'success' })
      onClose()
      await refresh(listContent, getDashboardStats)
      onDeleted()
    },
    onError: (error) => {
      onClose()
      if (isUnauthorized(error)) return handleSessionExpired()
      toast({ title: 'Error', description: 'Failed to delete content', tone: 'destructive' })
    },
  })

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete content"
      description={`Are you sure you want to delete "${item.title}"? This cannot be undone.${item.release ? ' The people who paid and wait for it get their money back.' : ''}`}
      confirmLabel="Delete"
      isLoading={send.isPending}
      onConfirm={() => send.mutate({ params: { id: item.id } })}
    />
  )
}
