import { useState } from 'react'
import { limits } from '../../../../contract/limits.ts'
import {
  AccessRevocationInput,
  resendAccessEmail,
  restoreAccess,
  revokeAccess,
  type SaleDetail,
} from '../../../../contract/sales.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { useTimeFormatter } from '../../../ui/local-time.tsx'
import { toast } from '../../../ui/toast.ts'
import { accessDescription } from './sale-labels.ts'
import { useSaleAction } from './sale-ledger-section.tsx'

type AccessDialog = 'revoke' | 'restore'

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

type RevokeAccessDialogProps = { sale: SaleDetail; onClose: () => void }

function RevokeAccessDialog({ sale: { id, buyerEmail }, onClose }: RevokeAccessDialogProps) {
  const mutation = useSaleAction(revokeAccess, {
    errorTitle: 'Couldn’t revoke access',
    onSuccess: () => {
      const description = buyerEmail ? 'We’ll email the buyer.' : 'The buyer will see why on their page.'
      toast({ title: 'Access revoked', description, tone: 'success' })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Revoke access?"
      description="The buyer’s link stops working right away. No money moves, but they can still request a refund within 30 days of paying. You can restore access anytime."
    >
      <Form
        schema={AccessRevocationInput}
        onSubmit={(body) => mutation.isPending || mutation.mutate({ params: { id }, body })}
        errors={mutation.error?.fields}
        className="grid gap-5"
      >
        <Field label="Reason" name="reason" hint="The buyer will see this on their page.">
          <Textarea rows={3} maxLength={limits.maxReasonLength} />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" isLoading={mutation.isPending}>
            Revoke access
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
