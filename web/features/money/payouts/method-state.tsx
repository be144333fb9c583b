import { Clock } from 'lucide-react'
import type { User } from '../../../../contract/accounts.ts'
import { getEarningsStats } from '../../../../contract/earnings.ts'
import { payoutMethodLabel } from '../../../../contract/payout-labels.ts'
import {
  confirmPayoutMethod,
  getPayoutMethodState,
  type PayoutMethodState,
} from '../../../../contract/payout-method-state.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries, useSetQueryData } from '../../../api/query.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatDate, formatMoney } from '../../../ui/format.ts'
import { TextLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'

/** What the creator has to know or to answer about how they are paid. Nothing for most of them. */
export function MethodState({ viewer }: { viewer: User }) {
  const { data: state } = useApiQuery(getPayoutMethodState)
  if (!state) return null
  return (
    <>
      {state.confirm && <Confirm confirm={state.confirm} viewer={viewer} />}
      {(state.usedFrom || state.transfersFrom) && <Waiting state={state} viewer={viewer} />}
    </>
  )
}

type ConfirmProps = { confirm: NonNullable<PayoutMethodState['confirm']>; viewer: User }

function Confirm({ confirm, viewer }: ConfirmProps) {
  const setState = useSetQueryData(getPayoutMethodState)
  const refresh = useInvalidateQueries()
  const send = useApiMutation(confirmPayoutMethod, {
    async onSuccess(state) {
      setState(state)
      toast({ title: 'Payout details confirmed', description: 'The next run uses them.', tone: 'success' })
      await refresh(getEarningsStats)
    },
    onError: ({ userMessage }) =>
      toast({ title: 'Couldn’t confirm them', description: userMessage, tone: 'destructive' }),
  })
  return (
    <div className="grid gap-3 rounded-md border border-line-strong p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="wrap-anywhere min-w-0 font-semibold">{methodText(viewer)}</h3>
        <Badge tone="warn">Please confirm</Badge>
      </div>
      <p className="wrap-anywhere text-ink-soft">{confirmText(confirm)}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" isLoading={send.isPending} onClick={() => send.mutate({})}>
          {confirm.reason === 'returned' ? 'It’s right, try again' : 'These are mine'}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => document.querySelector<HTMLElement>('input[name="payoutMethod"]:checked')?.focus()}
        >
          Change it
        </Button>
      </div>
      <p className="text-ink-faint text-sm">The next run skips you until you choose.</p>
    </div>
  )
}

/** `PayPal, m•••@example.com` */
function methodText({ payoutMethod, payoutEmail }: Pick<User, 'payoutMethod' | 'payoutEmail'>): string {
  if (!payoutMethod || !payoutEmail) return 'Your payout method'
  return `${payoutMethodLabel(payoutMethod)}, ${payoutEmail}`
}

function confirmText({ reason, payout }: NonNullable<PayoutMethodState['confirm']>): string {
  if (reason === 'not_me')
    return 'You told us that a change of your payout details wasn’t yours. Check that these are right, or change them.'
  if (!payout) return 'A payout came back. The money is in your balance.'
  const why = payout.message ? `: ${payout.message.replace(/\.$/, '')}` : ''
  return `Your payout of ${formatMoney(payout.amount, payout.currency)} came back on ${formatDate(payout.returnedAt)}${why}. The money is in your balance.`
}

function Waiting({ state, viewer }: { state: PayoutMethodState; viewer: User }) {
  return (
    <div className="grid gap-2 rounded-md border border-line p-4 sm:p-5">
      <h3 className="wrap-anywhere font-semibold">{waitingTitle(state, viewer)}</h3>
      <p className="flex items-start gap-2.5 text-ink-soft">
        <Clock aria-hidden className="mt-1 size-4 shrink-0" />
        <span className="wrap-anywhere min-w-0">
          {waitingText(state, viewer)} We emailed you, in case it wasn’t you.{' '}
          {state.notMePath && <TextLink href={state.notMePath}>It wasn’t me</TextLink>}
        </span>
      </p>
    </div>
  )
}

function waitingTitle({ usedFrom }: PayoutMethodState, viewer: User): string {
  return usedFrom ? `New: ${methodText(viewer)}` : 'New: your connected bank account'
}

function waitingText(
  { usedFrom, usedUntilThen, transfersFrom }: PayoutMethodState,
  viewer: Pick<User, 'payoutMethod' | 'payoutEmail'>,
): string {
  const from = `Used from ${formatDate(usedFrom ?? transfersFrom ?? '')}.`
  const until = usedFrom ? usedUntilThen : viewer
  if (!until?.payoutMethod) return `${from} Until then your payouts wait.`
  return `${from} Until then payouts go to ${methodText(until)}.`
}
