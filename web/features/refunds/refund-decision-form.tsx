import { useState } from 'react'
import * as z from 'zod/mini'
import { getAdminOverview } from '../../../contract/admin-overview.ts'
import { listContent } from '../../../contract/content.ts'
import { getDashboardStats } from '../../../contract/earnings.ts'
import { limits } from '../../../contract/limits.ts'
import {
  decideRefundRequest,
  listRefundRequests,
  listRefundReviews,
  RefundDecisionInput,
  type RefundRequestDetail,
} from '../../../contract/refunds.ts'
import { useApiMutation, useInvalidateQueries } from '../../api/query-hooks.ts'
import { parseRefundAmount, type RefundableAmount } from '../../shared/refund-amount.ts'
import { RefundAmountField } from '../../shared/refund-amount-field.tsx'
import { showErrorToast } from '../../shared/show-error-toast.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { DecisionPreview } from './decision-preview.tsx'

/**
 * Approves a request fully or partially, or declines it. A creator cannot decline, but can object once.
 */
export function RefundDecisionForm({ request }: { request: RefundRequestDetail }) {
  const { id, refundableAmount, currency, isCreator, state } = request
  const canDecline = !isCreator || state === 'requested'
  const [amount, setAmount] = useState(refundableAmount)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const refresh = useInvalidateQueries()
  const decide = useApiMutation(decideRefundRequest, {
    onSuccess: ({ state }) => {
      toast({
        title: resultTitles[state],
        description: resultDescriptions[state],
        tone: state === 'failed' ? 'destructive' : 'success',
      })
      void refresh(listRefundRequests, listRefundReviews, getAdminOverview, getDashboardStats, listContent)
    },
    onError: (error) => {
      showErrorToast(error, 'Couldn’t save your decision')
      if (error.code === 'conflict') void refresh(listRefundRequests)
    },
  })
  const payment = { refundableAmount, currency }
  const parsed = parseRefundAmount(amount, payment)
  const isBusy = (decision: string) => decide.isPending && decide.variables.body.decision === decision

  return (
    <Form
      schema={decisionSchema(payment)}
      onSubmit={(body) => decide.isPending || decide.mutate({ params: { id }, body })}
      onInvalid={() => setIsSubmitted(true)}
      errors={decide.error?.fields}
      className="grid gap-5"
    >
      <RefundAmountField
        payment={payment}
        value={amount}
        onChange={setAmount}
        error={
          (isSubmitted && 'problem' in parsed ? parsed.problem : undefined) ?? decide.error?.fields.amount
        }
      />
      <Field
        label="Reason"
        name="reason"
        isOptional
        hint={
          isCreator && canDecline
            ? 'Required if you object. The buyer sees it if you refund, and the admin if you object.'
            : 'We’ll include this in the email to the buyer.'
        }
      >
        <Textarea maxLength={limits.maxReasonLength} />
      </Field>
      <DecisionPreview request={request} enteredAmount={'amount' in parsed ? parsed : undefined} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button
          type="submit"
          name="decision"
          value="refund"
          isLoading={isBusy('refund')}
          className="max-sm:w-full"
        >
          {'amount' in parsed ? `Refund ${formatMoney(parsed.amount, currency)}` : 'Refund'}
        </Button>
        {canDecline && (
          <Button
            type="submit"
            name="decision"
            value="reject"
            variant="secondary"
            isLoading={isBusy('reject')}
            className="max-sm:w-full sm:order-first"
          >
            {isCreator ? 'Object' : 'Decline'}
          </Button>
        )}
      </div>
    </Form>
  )
}

const resultTitles = {
  requested: 'Requested',
  in_review: 'Objection sent',
  processing: 'Refund in progress',
  refunded: 'Refunded',
  rejected: 'Declined',
  failed: 'Refund failed',
}

const resultDescriptions = {
  requested: undefined,
  in_review: 'We’ll review the request and email you our decision.',
  processing: 'The card provider hasn’t confirmed it yet. We’ll keep checking.',
  refunded: 'The money is on its way to the buyer’s card.',
  rejected: 'We’ll email the buyer.',
  failed: 'The card provider declined this refund. We’re looking into it.',
}

/** The contract's body with the typed amount parsed. Declining ignores the amount. */
function decisionSchema(payment: RefundableAmount) {
  const amount = z.pipe(
    z.string(),
    z.transform((typed, context) => {
      const parsed = parseRefundAmount(typed, payment)
      if ('amount' in parsed) return parsed.amount
      context.issues.push({ code: 'custom', message: parsed.problem, input: typed })
      return z.NEVER
    }),
  )
  const { reason } = RefundDecisionInput.shape
  return z.discriminatedUnion('decision', [
    z.object({ decision: z.literal('refund'), amount, reason }),
    z.object({ decision: z.literal('reject'), reason }),
  ])
}
