import type { ReactNode } from 'react'
import {
  disputeSandboxPayment,
  failSandboxRefund,
  resendSandboxWebhooks,
  type SandboxPayment,
} from '../../../../contract/sandbox.ts'
import { Button } from '../../../ui/button.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { disputeMoveLabels, useSandboxAction } from './labels.ts'

type ActionsProps = { payment: SandboxPayment; onChange: () => void }

/** Buttons for the dispute actions that the buyer's bank can do next. */
export function BankActions({ payment: { id, allowedActions }, onChange }: ActionsProps) {
  const dispute = useSandboxAction(disputeSandboxPayment, {
    successMessage: 'Dispute updated',
    onChange,
  })
  if (allowedActions.length === 0) return null
  return (
    <ActionGroup title="Buyer’s bank">
      {allowedActions.map((action) => (
        <Button
          key={action}
          variant="secondary"
          isLoading={dispute.isPending && dispute.variables.body.move === action}
          onClick={() => dispute.isPending || dispute.mutate({ params: { id }, body: { move: action } })}
        >
          {disputeMoveLabels[action]}
        </Button>
      ))}
    </ActionGroup>
  )
}

/** Sends every webhook of the payment again. */
export function WebhookActions({ payment: { id }, onChange }: ActionsProps) {
  const resend = useSandboxAction(resendSandboxWebhooks, {
    successMessage: 'Webhooks sent',
    onChange,
  })
  const send = (order: 'original' | 'reverse') => () =>
    resend.isPending || resend.mutate({ params: { id }, body: { order } })
  const isBusy = (order: string) => resend.isPending && resend.variables.body.order === order
  return (
    <ActionGroup title="Webhooks">
      <Button variant="secondary" isLoading={isBusy('original')} onClick={send('original')}>
        Resend
      </Button>
      <Button variant="secondary" isLoading={isBusy('reverse')} onClick={send('reverse')}>
        Resend out of order
      </Button>
    </ActionGroup>
  )
}

type RefundRowProps = {
  refund: SandboxPayment['refunds'][number]
  currency: string
  onChange: () => void
}

/** A refund, with a button to make it fail at the bank. */
export function RefundRow({ refund: { id, amount, state }, currency, onChange }: RefundRowProps) {
  const fail = useSandboxAction(failSandboxRefund, { successMessage: 'Refund marked as failed', onChange })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sunken px-4 py-2.5">
      <p className="wrap-anywhere min-w-0">
        {state === 'failed' ? 'Failed refund: ' : 'Refunded '}
        <span className="font-semibold">{formatMoney(amount, currency)}</span>
        <span className="block text-ink-soft text-sm">{id}</span>
      </p>
      {state !== 'failed' && (
        <Button
          variant="secondary"
          size="sm"
          isLoading={fail.isPending}
          aria-label={`Fail the ${formatMoney(amount, currency)} refund`}
          onClick={() => fail.mutate({ params: { id } })}
        >
          Fail refund
        </Button>
      )}
    </div>
  )
}

function ActionGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">{title}</legend>
      <div className="flex flex-wrap gap-3 max-sm:grid">{children}</div>
    </fieldset>
  )
}
