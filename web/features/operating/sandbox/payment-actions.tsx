import type { ReactNode } from 'react'
import {
  disputeSandboxPayment,
  failSandboxRefund,
  resendSandboxWebhooks,
  type SandboxPayment,
} from '../../../../contract/sandbox.ts'
import { formatMoney } from '../../../ui/format.ts'
import { disputeMoveLabels } from './labels.ts'
import { SandboxButton } from './sandbox-action.tsx'

type ActionsProps = { payment: SandboxPayment }

export function BankActions({ payment: { id, allowedActions } }: ActionsProps) {
  if (allowedActions.length === 0) return null
  return (
    <ActionGroup title="Buyer’s bank">
      {allowedActions.map((move) => (
        <SandboxButton
          key={move}
          route={disputeSandboxPayment}
          input={{ params: { id }, body: { move } }}
          successMessage="Dispute updated"
        >
          {disputeMoveLabels[move]}
        </SandboxButton>
      ))}
    </ActionGroup>
  )
}

const orders = [
  { order: 'original', label: 'Resend' },
  { order: 'reverse', label: 'Resend out of order' },
] as const

export function WebhookActions({ payment: { id } }: ActionsProps) {
  return (
    <ActionGroup title="Webhooks">
      {orders.map(({ order, label }) => (
        <SandboxButton
          key={order}
          route={resendSandboxWebhooks}
          input={{ params: { id }, body: { order } }}
          successMessage="Webhooks sent"
        >
          {label}
        </SandboxButton>
      ))}
    </ActionGroup>
  )
}

type RefundRowProps = { refund: SandboxPayment['refunds'][number]; currency: string }

export function RefundRow({ refund: { id, amount, state }, currency }: RefundRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sunken px-4 py-2.5">
      <p className="wrap-anywhere min-w-0">
        {state === 'failed' ? 'Failed refund: ' : 'Refunded '}
        <span className="font-semibold">{formatMoney(amount, currency)}</span>
        <span className="block text-ink-soft text-sm">{id}</span>
      </p>
      {state !== 'failed' && (
        <SandboxButton
          route={failSandboxRefund}
          input={{ params: { id } }}
          successMessage="Refund marked as failed"
          size="sm"
          aria-label={`Fail the ${formatMoney(amount, currency)} refund`}
        >
          Fail refund
        </SandboxButton>
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
