import { useState } from 'react'
import * as z from 'zod/mini'
import { listContent } from '../../../../contract/content.ts'
import { getDashboardStats } from '../../../../contract/earnings.ts'
import { getAdminOverview } from '../../../../contract/inbox.ts'
import { limits } from '../../../../contract/limits.ts'
import { parseDecimal } from '../../../../contract/money.ts'
import {
  decideRefundRequest,
  getRefundRequest,
  listRefundRequests,
  listRefundReviews,
  RefundDecisionInput,
  type RefundRequestDetail,
} from '../../../../contract/refunds.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../../api/query.ts'
import {
  feeSentence,
  parseRefundAmount,
  RefundAmountField,
  type RefundableAmount,
} from '../../../shared/refund-fields.tsx'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Textarea } from '../../../ui/input.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { toast } from '../../../ui/toast.ts'

/** Approves a request fully or partially, or declines it. What a creator declines, the admin decides. */
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
            ? 'Required if you decline. The buyer sees it if you refund, and the admin if you decline.'
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
            Decline
          </Button>
        )}
      </div>
    </Form>
  )
}

const resultTitles = {
  requested: 'Requested',
  in_review: 'Declined',
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

type DecisionSummary = { heading: string; text: string }

export function decisionSummary({
  state,
  amount,
  refundableAmount,
  currency,
}: RefundRequestDetail): DecisionSummary | undefined {
  const money = formatMoney(amount, currency)
  const hasAccess = parseDecimal(refundableAmount, currency) !== 0
  const access = hasAccess ? 'The buyer keeps access.' : 'The buyer no longer has access.'
  const summaries: Partial<Record<typeof state, DecisionSummary>> = {
    refunded: {
      heading: `${money} refunded`,
      text: `${access} It can take 5 to 10 days to show up on the buyer’s statement.`,
    },
    processing: {
      heading: `${money} refund in progress`,
      text: 'The card provider hasn’t confirmed it yet. We’ll keep checking, so there’s nothing for you to do.',
    },
    failed: {
      heading: `${money} refund failed`,
      text: 'The card provider couldn’t complete the refund. We’ve been notified and are looking into it. The buyer’s access stays the same until then.',
    },
    rejected: {
      heading: 'Refund declined',
      text: 'No money moved. The buyer keeps access, and we let them know.',
    },
  }
  return summaries[state]
}

/** The sale's page, where a failed refund can be retried while an amount is refundable. */
export function retryUrl({
  state,
  refundableAmount,
  currency,
  purchaseId,
  isCreator,
}: RefundRequestDetail): string | undefined {
  if (state !== 'failed' || parseDecimal(refundableAmount, currency) === 0) return undefined
  return isCreator ? `/sales/${purchaseId}` : `/admin/purchases/${purchaseId}`
}

/** What a refund of this amount, in minor units, means for the buyer's access. */
export function accessAfterRefund(
  refundAmount: number,
  { refundableAmount, currency }: RefundRequestDetail,
): string {
  return refundAmount === parseDecimal(refundableAmount, currency)
    ? 'This is a full refund, so the buyer loses access.'
    : 'This is a partial refund, so the buyer keeps access.'
}

type DecisionPreviewProps = {
  request: RefundRequestDetail
  /** The amount as a decimal string and in minor units; undefined when it is not refundable. */
  enteredAmount: { amount: string; minorUnits: number } | undefined
}

/** The effect of approving and declining, before either is confirmed. The server computes the balance. */
function DecisionPreview({ request, enteredAmount }: DecisionPreviewProps) {
  const { id, refundableAmount, balance, currency, isCreator } = request
  const isFullRefund = enteredAmount?.amount === refundableAmount
  const input = { params: { id }, query: { amount: enteredAmount?.amount } }
  const partialPreview = useApiQuery(getRefundRequest, {
    ...input,
    enabled: enteredAmount !== undefined && !isFullRefund,
  })
  const shown = isFullRefund ? request : partialPreview.data
  const balanceAfter = shown?.balanceAfter
  const balanceOwner = isCreator ? 'Your balance' : 'The creator’s balance'

  return (
    <div className="grid gap-2 rounded-md bg-sunken px-4 py-3" aria-live="polite">
      {enteredAmount === undefined ? (
        <p>Enter an amount to see what a refund would do.</p>
      ) : (
        <p>
          <strong>Refund:</strong> {formatMoney(enteredAmount.amount, currency)} will go back to the buyer’s
          card.{' '}
          {balanceAfter === undefined
            ? `${balanceOwner} is currently ${formatMoney(balance, currency)}. `
            : `${balanceOwner} will go from ${formatMoney(balance, currency)} to ${formatMoney(balanceAfter, currency)}. `}
          {shown && feeSentence(shown)}
          {accessAfterRefund(enteredAmount.minorUnits, request)}
        </p>
      )}
      {!isCreator && (
        <p>
          <strong>Decline:</strong> no money moves, the buyer keeps access, and we email them your decision.
        </p>
      )}
      {isCreator && request.state === 'requested' && (
        <p>
          <strong>Decline:</strong> no money moves for now and the buyer keeps access. If you decline, we look
          at both sides and decide.
        </p>
      )}
      <p className="text-ink-faint text-sm">
        You can’t undo a refund{!isCreator && ' or change your decision later'}.
      </p>
    </div>
  )
}

/** The decision with the message to the buyer, or why no decision is possible. */
export function RefundDecision({ request }: { request: RefundRequestDetail }) {
  const summary = decisionSummary(request) ?? disputedSummary
  const { decisionMessage, decidedAt, balance, currency, isCreator } = request
  const retryHref = retryUrl(request)
  return (
    <div className="grid gap-2 rounded-md bg-sunken px-4 py-3">
      <h2 className="font-semibold text-lg">{summary.heading}</h2>
      <p>{summary.text}</p>
      {decisionMessage && (
        <p className="wrap-anywhere whitespace-pre-line">Your reply to the buyer: “{decisionMessage}”</p>
      )}
      <p className="text-ink-faint text-sm">
        {decidedAt && (
          <>
            Decided on <LocalTime iso={decidedAt} format="date" />.{' '}
          </>
        )}
        {isCreator ? 'Your' : 'The creator’s'} balance is {formatMoney(balance, currency)}.
      </p>
      {retryHref && (
        <LinkButton href={retryHref} className="mt-1 justify-self-start">
          Try the refund again
        </LinkButton>
      )}
    </div>
  )
}

const disputedSummary = {
  heading: 'This payment is in dispute',
  text: 'The buyer disputed the payment with their bank, so there’s nothing left to refund here. The bank will decide.',
}
