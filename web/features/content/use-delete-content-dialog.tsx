import { type ReactNode, useState } from 'react'
import type { CreatorContent } from '../../../contract/content.ts'
import { toast } from '../../ui/toast.ts'
import type { DeleteContentDialog } from './delete-content-dialog.tsx'

type PendingDelete = { item: CreatorContent; Dialog: typeof DeleteContentDialog }

/** The confirmation before deleting. Its code is loaded on first use. */
export function useDeleteContentDialog(onDeleted: () => void): [(item: CreatorContent) => void, ReactNode] {
  const [pending, setPending] = useState<PendingDelete>()

  function confirmDelete(item: CreatorContent) {
    import('./delete-content-dialog.tsx').then(
      ({ DeleteContentDialog: Dialog }) => setPending({ item, Dialog }),
      () => toast({ title: 'Error', description: 'Failed to delete content', tone: 'destructive' }),
    )
  }
  const dialog = pending && (
    <pending.Dialog item={pending.item} onClose={() => setPending(undefined)} onDeleted={onDeleted} />
  )
  return [confirmDelete, dialog]
}
