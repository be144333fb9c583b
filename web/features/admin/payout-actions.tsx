import { useState } from 'react'
import { getPayoutSummary } from '../../../contract/admin.ts'
import { type AdminPayout, listPayouts, markPayoutPaid, returnPayout } from '../../../contract/payout-runs.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { ActForm } from './act-form.tsx'
import { useAct } from './use-act.ts'

type ActionsProps = { payout: AdminPayout }
type Asked = 'paid' | 'returned'

/** What a person notes about a payout: that it was sent, or that it came back. */
export function PayoutActions({ payout }: ActionsProps) {
  const [asked, setAsked] = useState<Asked>()
  const { name, email, amount, currency } = payout
  const about = `${formatMoney(amount, currency)} to ${name ?? email}`
  const close = () => setAsked(undefined)
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {payout.canBePaid && (
        <Button size="sm" variant="ghost" onClick={() => setAsked('paid')}>
          Mark paid<span className="sr-only">: {about}</span>
        </Button>
      )}
      {payout.canBeReturned && (
        <Button size="sm" variant="quiet" onClick={() => setAsked('returned')}>
          Mark returned<span className="sr-only">: {about}</span>
        </Button>
      )}
      <Dialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && close()}
        title={asked === 'paid' ? 'Mark as paid' : 'Mark as returned'}
        text={about}
      >
        {asked === 'paid' && <PaidForm payout={payout} done={close} />}
        {asked === 'returned' && <ReturnedForm payout={payout} done={close} />}
      </Dialog>
    </div>
  )
}

const changes = [listPayouts, getPayoutSummary]

function PaidForm({ payout: { id }, done }: ActionsProps & { done: () => void }) {
  const mark = useAct(markPayoutPaid, { said: 'Marked as paid', changes, done })
  return (
    <ActForm
      schema={markPayoutPaid.body}
      act={mark}
      send={(body) => mark.mutate({ params: { id }, body })}
      button="Mark paid"
    >
      <Field label="Reference" name="reference" hint="What the bank or the service calls this payment.">
        <Input />
      </Field>
      <Field label="Note" name="notes" optional hint="The creator reads it.">
        <Input />
      </Field>
    </ActForm>
  )
}

function ReturnedForm({ payout: { id }, done }: ActionsProps & { done: () => void }) {
  const mark = useAct(returnPayout, { said: 'The creator has the money again', changes, done })
  return (
    <ActForm
      schema={returnPayout.body}
      act={mark}
      send={(body) => mark.mutate({ params: { id }, body })}
      button="Mark returned"
      tone="danger"
    >
      <Field label="What happened" name="notes" hint="The creator reads it.">
        <Textarea />
      </Field>
    </ActForm>
  )
}
