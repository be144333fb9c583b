import { createSandboxPlatformPayout, type getSandboxPayouts } from '../../../contract/sandbox-payouts.ts'
import type { ResponseOf } from '../../api/types.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { formatTimestamp } from './sandbox-labels.ts'
import { useSandboxAction } from './use-sandbox-action.ts'

type PlatformPayoutsProps = {
  payouts: ResponseOf<typeof getSandboxPayouts>['platformPayouts']
  currency: string
  onChange: () => void
}

const amount = '100.00'

/** Payouts to the site's own bank, and buttons to make one arrive or fail. */
export function PlatformPayouts({ payouts, currency, onChange }: PlatformPayoutsProps) {
  const payOut = useSandboxAction(createSandboxPlatformPayout, { successMessage: 'Payout made', onChange })
  const isBusy = (state: 'paid' | 'failed') => payOut.isPending && payOut.variables.body.state === state
  const send = (state: 'paid' | 'failed') => () =>
    payOut.isPending || payOut.mutate({ body: { amount, state } })
  return (
    <>
      <div>
        <h2 className="text-lg">Payouts to your own bank</h2>
        <p className="text-ink-soft">
          A real provider pays out the site’s own money, and the bank can reject it.
        </p>
      </div>
      <div className="flex flex-wrap gap-3 max-sm:grid">
        <Button variant="secondary" isLoading={isBusy('paid')} onClick={send('paid')}>
          Pay out {formatMoney(amount, currency)}
        </Button>
        <Button variant="secondary" isLoading={isBusy('failed')} onClick={send('failed')}>
          Fail a payout
        </Button>
      </div>
      {payouts.length > 0 && (
        <ul className="m-0 grid list-none gap-2 p-0">
          {payouts.map(({ id, amount: paidOut, state, createdAt }) => (
            <li key={id} className="flex items-center justify-between gap-3">
              <span>
                <b>{formatMoney(paidOut, currency)}</b>
                <span className="block text-ink-faint text-sm">{formatTimestamp(createdAt)}</span>
              </span>
              <Badge tone={state === 'paid' ? 'brand' : 'danger'}>
                {state === 'paid' ? 'Paid' : 'Failed'}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
