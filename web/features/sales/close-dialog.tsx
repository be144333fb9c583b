import { limits } from '../../../contract/limits.ts'
import { closeAccess, type SaleDetail } from '../../../contract/sales.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { useAct } from './use-act.ts'

/** Closing what somebody paid for needs words for them. */
export function CloseDialog({ sale: { id, buyer }, onClose }: { sale: SaleDetail; onClose: () => void }) {
  const act = useAct(closeAccess, {
    title: 'Not closed',
    done: () => {
      const text = buyer ? 'The buyer is told by mail.' : 'The buyer reads why on their page.'
      toast({ title: 'Access closed', text, tone: 'success' })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Close access"
      text="The buyer’s link stops working at once. No money moves: they may ask for a refund for 30 days after they paid. You can restore access at any time."
    >
      <Form
        schema={closeAccess.body}
        onSubmit={(body) => act.isPending || act.mutate({ params: { id }, body })}
        errors={act.error?.fields}
        className="grid gap-5"
      >
        <Field label="Reason" name="reason" hint="The buyer reads this on their page.">
          <Textarea rows={3} maxLength={limits.reason} />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={act.isPending}>
            Close access
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
