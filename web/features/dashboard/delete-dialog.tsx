import type { OwnContent } from '../../../contract/content.ts'
import { isSignedOut } from '../../api/api-error.ts'
import { deleteContent, getStats, listContent } from '../../api/calls.ts'
import { useRefresh, useSend } from '../../api/hooks.ts'
import { signInAgain } from '../../api/signed-out.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'

type DeleteDialogProps = {
  item: OwnContent
  onClose: () => void
  /** The item is gone from the list, and with it the button that had the focus. */
  onDeleted: () => void
}

export function DeleteDialog({ item, onClose, onDeleted }: DeleteDialogProps) {
  const refresh = useRefresh()
  const send = useSend(deleteContent, {
    whenSignedOut: 'fail',
    done: async () => {
      toast({ title: 'Content deleted', text: `${item.title} has been removed`, tone: 'success' })
      onClose()
      await refresh(listContent, getStats)
      onDeleted()
    },
    failed: (error) => {
      onClose()
      if (isSignedOut(error)) return signInAgain()
      toast({ title: 'Error', text: 'Failed to delete content', tone: 'destructive' })
    },
  })

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete content"
      text={`Are you sure you want to delete "${item.title}"? This cannot be undone.`}
      action="Delete"
      busy={send.isPending}
      onConfirm={() => send.mutate({ params: { id: item.id } })}
    />
  )
}
