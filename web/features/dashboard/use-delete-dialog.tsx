import { type ReactNode, useState } from 'react'
import type { OwnContent } from '../../../contract/content.ts'
import { toast } from '../../ui/toast.ts'
import type { DeleteDialog } from './delete-dialog.tsx'

type Asked = { item: OwnContent; Dialog: typeof DeleteDialog }

/** The question before deleting. Its code is fetched when it is first asked: few who come here come to delete. */
export function useDeleteDialog(onDeleted: () => void): [(item: OwnContent) => void, ReactNode] {
  const [asked, setAsked] = useState<Asked>()

  function ask(item: OwnContent) {
    import('./delete-dialog.tsx').then(
      ({ DeleteDialog: Dialog }) => setAsked({ item, Dialog }),
      () => toast({ title: 'Error', text: 'Failed to delete content', tone: 'destructive' }),
    )
  }
  const dialog = asked && (
    <asked.Dialog item={asked.item} onClose={() => setAsked(undefined)} onDeleted={onDeleted} />
  )
  return [ask, dialog]
}
