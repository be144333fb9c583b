import type { ReactNode } from 'react'
import {
  disputeSandboxPayment,
  failSandboxRefund,
  resendSandboxEvents,
  type SandboxPayment,
} from '../../../contract/sandbox-desk.ts'
import { Button } from '../../ui/button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { useAct } from './use-act.ts'
import { moveWords } from './words.ts'

type ActionsProps = { payment: SandboxPayment; changed: () => void }

/** What the buyer's bank may do next. */
export function BankActions({ payment: { id, moves }, changed }: ActionsProps) {
  const dispute = useAct(disputeSandboxPayment, { said: 'The bank has taken this step', changed })
  if (moves.length === 0) return null
  return (
    <Group title="The buyer's bank">
      {moves.map((move) => (
        <Button
          key={move}
          variant="ghost"
          busy={dispute.isPending && dispute.variables.body.move === move}
          onClick={() => dispute.isPending || dispute.mutate({ params: { id }, body: { move } })}
        >
          {moveWords[move]}
        </Button>
      ))}
    </Group>
  )
}

/** Every webhook about the payment once more. */
export function WebhookActions({ payment: { id }, changed }: ActionsProps) {
  const resend = useAct(resendSandboxEvents, { said: 'Webhooks are on their way', changed })
  const send = (order: 'same' | 'reverse') => () =>
    resend.isPending || resend.mutate({ params: { id }, body: { order } })
  const busy = (order: string) => resend.isPending && resend.variables.body.order === order
  return (
    <Group title="Webhooks about it">
      <Button variant="ghost" busy={busy('same')} onClick={send('same')}>
        Send again
      </Button>
      <Button variant="ghost" busy={busy('reverse')} onClick={send('reverse')}>
        Send out of order
      </Button>
    </Group>
  )
}

type RefundRowProps = {
  refund: SandboxPayment['refunds'][number]
  currency: string
  changed: () => void
}

/** A refund that was made, and the way for the bank to send it back. */
export function RefundRow({ refund: { id, amount, state }, currency, changed }: RefundRowProps) {
  const fail = useAct(failSandboxRefund, { said: 'The refund has failed', changed })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sunken px-4 py-2.5">
      <p className="wrap-anywhere min-w-0">
        {state === 'failed' ? 'Refund that failed: ' : 'Refunded '}
        <span className="font-semibold">{formatMoney(amount, currency)}</span>
        <span className="block text-ink-soft text-sm">{id}</span>
      </p>
      {state !== 'failed' && (
        <Button
          variant="ghost"
          size="sm"
          busy={fail.isPending}
          aria-label={`Fail the refund of ${formatMoney(amount, currency)}`}
          onClick={() => fail.mutate({ params: { id } })}
        >
          Fail refund
        </Button>
      )}
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">{title}</legend>
      <div className="flex flex-wrap gap-3 max-sm:grid">{children}</div>
    </fieldset>
  )
}
