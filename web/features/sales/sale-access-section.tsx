import { useState } from 'react'
import { resendAccessEmail, restoreAccess, type SaleDetail } from '../../../contract/sales.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useTimeFormatter } from '../../ui/local-time.tsx'
import { toast } from '../../ui/toast.ts'
import { RevokeAccessDialog } from './revoke-access-dialog.tsx'
import { accessDescription } from './sale-labels.ts'
import { useSaleAction } from './use-sale-action.ts'

type AccessDialog = 'revoke' | 'restore'

/** The state of the buyer's access, and actions on it. */
export function SaleAccessSection({ sale }: { sale: SaleDetail }) {
  const { id, access, revocation, buyerEmail, canRestoreAccess } = sale
  const [openDialog, setOpenDialog] = useState<AccessDialog>()
  const formatTime = useTimeFormatter()
  const resend = useSaleAction(resendAccessEmail, {
    errorTitle: 'Couldn’t send the link',
    onSuccess: () =>
      toast({
        title: 'Sent',
        description: `The access link is on its way to ${buyerEmail}.`,
        tone: 'success',
      }),
  })
  return (
    <section aria-labelledby="sale-access" className="grid gap-3">
      <h3 id="sale-access" className="text-lg">
        Access
      </h3>
      <p>{accessDescription(sale, formatTime)}</p>
      {revocation?.reason && (
        <p className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-4 py-3">
          The buyer sees: “{revocation.reason}”
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {access === 'active' && buyerEmail && (
          <Button
            variant="secondary"
            isLoading={resend.isPending}
            onClick={() => resend.mutate({ params: { id } })}
          >
            Resend access link
          </Button>
        )}
        {access === 'active' && (
          <Button variant="secondary" onClick={() => setOpenDialog('revoke')}>
            Revoke access
          </Button>
        )}
        {canRestoreAccess && (
          <Button variant="secondary" onClick={() => setOpenDialog('restore')}>
            Restore access
          </Button>
        )}
      </div>
      {openDialog === 'revoke' && <RevokeAccessDialog sale={sale} onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'restore' && (
        <RestoreAccessDialog sale={sale} onClose={() => setOpenDialog(undefined)} />
      )}
    </section>
  )
}

function RestoreAccessDialog({ sale: { id }, onClose }: { sale: SaleDetail; onClose: () => void }) {
  const restore = useSaleAction(restoreAccess, {
    errorTitle: 'Couldn’t restore access',
    onSuccess: () => {
      toast({ title: 'Access restored', description: 'The buyer’s link works again.', tone: 'success' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Restore access"
      description="The buyer’s link will work again right away. No money moves."
      confirmLabel="Restore access"
      tone="primary"
      isLoading={restore.isPending}
      onConfirm={() => restore.mutate({ params: { id } })}
    />
  )
}
