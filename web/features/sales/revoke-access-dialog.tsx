import { limits } from '../../../contract/limits.ts'
import { AccessRevocationInput, revokeAccess, type SaleDetail } from '../../../contract/sales.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { useSaleAction } from './use-sale-action.ts'

/** Revokes the buyer's access, with a reason that the buyer sees. */
export function RevokeAccessDialog({
  sale: { id, buyerEmail },
  onClose,
}: {
  sale: SaleDetail
  onClose: () => void
}) {
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
