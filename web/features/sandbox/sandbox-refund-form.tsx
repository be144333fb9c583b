import { refundSandboxPayment, type SandboxPayment } from '../../../contract/sandbox-admin.ts'
import { parseRefundAmount, type RefundableAmount } from '../../shared/refund-amount.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formSchema } from '../../ui/form-schema.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { useSandboxAction } from './use-sandbox-action.ts'

function refundSchema(refundable: RefundableAmount) {
  return formSchema({
    amount: (typed) => {
      const parsed = parseRefundAmount(typed, refundable)
      return 'amount' in parsed ? { value: parsed.amount } : { error: parsed.problem }
    },
  })
}

/** Refunds the full remaining amount or a part of it. Hidden when nothing is refundable. */
export function SandboxRefundForm({ payment, onChange }: { payment: SandboxPayment; onChange: () => void }) {
  const refund = useSandboxAction(refundSandboxPayment, { successMessage: 'Refunded', onChange })
  const { id, refundableAmount, currency } = payment
  if (refundableAmount === null) return null
  return (
    <Form
      key={refundableAmount}
      schema={refundSchema({ refundableAmount, currency })}
      onSubmit={(body) => refund.isPending || refund.mutate({ params: { id }, body })}
      errors={refund.error?.fields}
      className="flex flex-wrap items-start gap-x-3 gap-y-2"
    >
      <Field
        label="Refund"
        name="amount"
        hint={`Up to ${formatMoney(refundableAmount, currency)}`}
        className="w-full sm:w-56"
      >
        <MoneyInput currency={currency} defaultValue={refundableAmount} />
      </Field>
      <Button type="submit" isLoading={refund.isPending} className="max-sm:w-full sm:mt-[31px]">
        Refund
      </Button>
    </Form>
  )
}
