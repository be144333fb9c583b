import { limits } from '../../../contract/limits.ts'
import { revokeAccess, type SaleDetail } from '../../../contract/sales.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { useSaleAction } from './use-sale-action.ts'

/** Revoking access needs a message to the buyer. */
export function RevokeAccessDialog({
  sale: { id, buyerEmail },
  onClose,
}: {
  sale: SaleDetail
  onClose: () => void
}) {
  const mutation = useSaleAction(revokeAccess, {
    errorTitle: 'Not closed',
    onSuccess: () => {
      const description = buyerEmail ? 'The buyer is told by mail.' : 'The buyer reads why on their page.'
      toast({ title: 'Access closed', description, tone: 'success' })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Close access"
      description="The buyer’s link stops working at once. No money moves: they may ask for a refund for 30 days after they paid. You can restore access at any time."
    >
      <Form
        schema={revokeAccess.body}
        onSubmit={(body) => mutation.isPending || mutation.mutate({ params: { id }, body })}
        errors={mutation.error?.fields}
        className="grid gap-5"
      >
        <Field label="Reason" name="reason" hint="The buyer reads this on their page.">
          <Textarea rows={3} maxLength={limits.maxReasonLength} />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" isLoading={mutation.isPending}>
            Close access
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
