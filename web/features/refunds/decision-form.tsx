import { useState } from 'react'
import { z } from 'zod'
import { listContent } from '../../../contract/content.ts'
import { getStats } from '../../../contract/earnings.ts'
import { limits } from '../../../contract/limits.ts'
import { decideRefundRequest, listRefundRequests, type RefundOutlook } from '../../../contract/refunds.ts'
import { useRefresh, useSend } from '../../api/hooks.ts'
import { sayRefused } from '../../api/refused.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { readRefundAmount } from '../../ui/refund-amount.ts'
import { RefundAmountField } from '../../ui/refund-amount-field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { Consequences } from './consequences.tsx'

/** Decides a request: all of it, a part, or nothing. Each button says what it does. */
export function DecisionForm({ request }: { request: RefundOutlook }) {
  const { id, refundable, currency } = request
  const [amount, setAmount] = useState(refundable)
  const [tried, setTried] = useState(false)
  const refresh = useRefresh()
  const decide = useSend(decideRefundRequest, {
    done: ({ state }) => {
      toast({
        title: titles[state],
        text: told[state],
        tone: state === 'failed' ? 'destructive' : 'success',
      })
      void refresh(listRefundRequests, getStats, listContent)
    },
    failed: (error) => {
      sayRefused(error, 'Not decided')
      if (error.code === 'conflict') void refresh(listRefundRequests)
    },
  })
  const read = readRefundAmount(amount, request)
  const busy = (decision: string) => decide.isPending && decide.variables.body.decision === decision

  return (
    <Form
      schema={fieldsFor(request)}
      onSubmit={(body) => decide.isPending || decide.mutate({ params: { id }, body })}
      onInvalid={() => setTried(true)}
      errors={decide.error?.fields}
      className="grid gap-5"
    >
      <RefundAmountField
        left={request}
        value={amount}
        onChange={setAmount}
        error={(tried && 'problem' in read ? read.problem : undefined) ?? decide.error?.fields.amount}
      />
      <Field
        label="Reason"
        name="reason"
        optional
        hint="The buyer reads this in the mail about your decision."
      >
        <Textarea maxLength={limits.reason} />
      </Field>
      <Consequences request={request} part={'amount' in read ? read : undefined} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="submit" name="decision" value="refund" busy={busy('refund')} className="max-sm:w-full">
          {'amount' in read ? `Refund ${formatMoney(read.amount, currency)}` : 'Refund'}
        </Button>
        <Button
          type="submit"
          name="decision"
          value="refuse"
          variant="ghost"
          busy={busy('refuse')}
          className="max-sm:w-full sm:order-first"
        >
          Refuse
        </Button>
      </div>
    </Form>
  )
}

const titles = {
  asked: 'Asked',
  refunding: 'Refunded',
  refunded: 'Refunded',
  refused: 'Refused',
  failed: 'Not refunded',
}

const told = {
  asked: undefined,
  refunding: 'It is on its way to the buyer’s card.',
  refunded: 'It is on its way to the buyer’s card.',
  refused: 'The buyer is told by mail.',
  failed: 'The card provider will not make this refund. We look into it.',
}

/** The contract's form; to refuse, the amount does not matter. */
function fieldsFor(request: RefundOutlook) {
  const amount = z.string().transform((typed, check) => {
    const read = readRefundAmount(typed, request)
    if ('amount' in read) return read.amount
    check.addIssue({ code: 'custom', message: read.problem })
    return z.NEVER
  })
  const { reason } = decideRefundRequest.body.shape
  return z.discriminatedUnion('decision', [
    z.object({ decision: z.literal('refund'), amount, reason }),
    z.object({ decision: z.literal('refuse'), reason }),
  ])
}
