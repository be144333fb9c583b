import { useEffect, useState } from 'react'
import { getUser } from '../../../../contract/accounts.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { changeCard, withdrawFromPro } from '../../../../contract/pro-plan.ts'
import { afterTax } from '../../../../contract/site.ts'
import {
  cancelSubscription,
  getSubscription,
  refreshSubscription,
  resumeSubscription,
  type Subscription,
} from '../../../../contract/subscriptions.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../../api/query.ts'
import { feeShares } from '../../../shared/fee-shares.ts'
import { proNotSold } from '../../../shared/pro.tsx'
import { QueryState } from '../../../shared/query-state.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Section } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { formatLongDate, formatMoney } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { InvoiceList } from './invoice-list.tsx'

export function PlanSection() {
  useCardReturn()
  const read = useApiQuery(getSubscription)
  return (
    <Section
      id="plan"
      title="Plan"
      action={read.data && <Badge>{read.data.plan === 'pro' ? 'Pro' : 'Creator Plan'}</Badge>}
    >
      <QueryState query={read} subject="Your plan" skeleton={<Skeleton shape="block" className="h-16" />}>
        {(subscription) => <Plan subscription={subscription} />}
      </QueryState>
    </Section>
  )
}

function Plan({ subscription }: { subscription: Subscription }) {
  const { plan, state, cancelAtPeriodEnd, invoices } = subscription
  const { data: instance } = useApiQuery(getInstance)
  const { fee } = feeShares(instance?.feeBasisPoints)
  const isSubscribed = state === 'active' || state === 'past_due'
  return (
    <div className="grid gap-5">
      <p className="max-w-[38em]">{planDescription(subscription, fee)}</p>
      <div className="flex flex-wrap gap-3">
        <UnpaidRenewal subscription={subscription} />
        {plan === 'creator' && !isSubscribed && subscription.monthlyPrice !== null && (
          <LinkButton href="/subscribe">Go Pro</LinkButton>
        )}
        {isSubscribed && cancelAtPeriodEnd && <ResumePlanButton />}
        {state === 'active' && <ChangeCardButton />}
        {isSubscribed && !cancelAtPeriodEnd && <CancelPlanButton subscription={subscription} />}
        {subscription.withdrawal && <WithdrawButton subscription={subscription} />}
      </div>
      {invoices.length > 0 && <InvoiceList invoices={invoices} />}
    </div>
  )
}

/** What is to be done about a renewal that was not paid. */
function UnpaidRenewal({ subscription: { confirmationUrl, paymentUrl } }: { subscription: Subscription }) {
  if (confirmationUrl) return <LinkButton href={confirmationUrl}>Confirm payment</LinkButton>
  return paymentUrl && <LinkButton href={paymentUrl}>Pay with another card</LinkButton>
}

/** Leads to the card provider's page on which the card is replaced. */
function ChangeCardButton() {
  const { mutate, isPending, isSuccess } = useApiMutation(changeCard, {
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast({ title: 'Error', description: error.userMessage, tone: 'destructive' }),
  })
  return (
    <Button variant="secondary" onClick={() => mutate({})} isLoading={isPending || isSuccess}>
      Change card
    </Button>
  )
}

/** Reads the subscription again after the card provider's page for cards, and says so once. */
function useCardReturn(): void {
  const refresh = useInvalidateQueries()
  const { mutate } = useApiMutation(refreshSubscription, {
    async onSuccess() {
      await refresh(getSubscription, getUser)
      toast({ title: 'Your plan is up to date', tone: 'success' })
    },
    onError: (error) => toast({ title: 'Error', description: error.userMessage, tone: 'destructive' }),
  })
  // Changes the location and sends one request for each return.
  useEffect(() => {
    if (new URLSearchParams(location.search).get('card') !== 'changed') return
    history.replaceState(history.state, '', location.pathname)
    mutate({})
  }, [mutate])
}

function CancelPlanButton({ subscription }: { subscription: Subscription }) {
  const [open, setOpen] = useState(false)
  const { send, isPending } = useSubscriptionAction(cancelSubscription, 'Pro canceled', () => setOpen(false))
  const until = subscription.currentPeriodEnd && formatLongDate(subscription.currentPeriodEnd)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Cancel Pro
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Cancel Pro?"
        description={
          until
            ? `You keep Pro until ${until}. After that, the platform fee applies to new sales again. Your items and buyers aren’t affected.`
            : 'The platform fee will apply to new sales again. Your items and buyers aren’t affected.'
        }
        confirmLabel="Cancel Pro"
        cancelLabel="Keep Pro"
        isLoading={isPending}
        onConfirm={send}
      />
    </>
  )
}

/** Within 14 days of the first payment. */
function WithdrawButton({ subscription: { withdrawal, currency } }: { subscription: Subscription }) {
  const [open, setOpen] = useState(false)
  const title = 'Pro canceled, and your refund is on its way'
  const { send, isPending } = useSubscriptionAction(withdrawFromPro, title, () => setOpen(false))
  if (!withdrawal) return null
  const amount = formatMoney(withdrawal.amount, currency)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Cancel and refund
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Cancel Pro and get your money back?"
        description={`Pro ends right away, and we refund ${amount} to your card. You can do this until ${formatLongDate(withdrawal.until)}. Your items and buyers aren’t affected.`}
        confirmLabel="Cancel and refund"
        cancelLabel="Keep Pro"
        isLoading={isPending}
        onConfirm={send}
      />
    </>
  )
}

function ResumePlanButton() {
  const { send, isPending } = useSubscriptionAction(resumeSubscription, 'Pro resumed')
  return (
    <Button onClick={send} isLoading={isPending}>
      Resume Pro
    </Button>
  )
}

type SubscriptionRoute = typeof cancelSubscription | typeof resumeSubscription | typeof withdrawFromPro

function useSubscriptionAction(route: SubscriptionRoute, title: string, onSettled?: () => void) {
  const refresh = useInvalidateQueries()
  const { mutate, isPending } = useApiMutation<SubscriptionRoute>(route, {
    async onSuccess() {
      await refresh(getSubscription, getUser)
      onSettled?.()
      toast({ title, tone: 'success' })
    },
    onError(error) {
      onSettled?.()
      toast({ title: 'Error', description: error.userMessage, tone: 'destructive' })
    },
  })
  return { send: () => mutate({}), isPending }
}

/** The state of a creator's plan in a sentence or two. `fee` is the Creator Plan's, such as `20%`. */
export function planDescription(subscription: Subscription, fee: string): string {
  const { plan, state, cancelAtPeriodEnd, currentPeriodEnd, gracePeriodEndsAt } = subscription
  const price = formatMoney(subscription.monthlyPrice ?? '0', subscription.currency)
  const end = currentPeriodEnd ? formatLongDate(currentPeriodEnd) : undefined
  if (state === 'past_due' && subscription.confirmationUrl)
    return `Your bank wants you to confirm this month’s payment of ${price}.${plan === 'pro' && gracePeriodEndsAt ? ` You keep Pro until ${formatLongDate(gracePeriodEndsAt)}.` : ' Pro is paused until you do.'}`
  if (state === 'past_due' && plan === 'pro')
    return `Your last payment of ${price} didn’t go through. Pay with another card, or the card provider tries this one again. You keep Pro${gracePeriodEndsAt ? ` until ${formatLongDate(gracePeriodEndsAt)}` : ''}.`
  if (state === 'past_due')
    return `Your last payment of ${price} didn’t go through, so Pro is paused until it does. Pay with another card to continue.`
  if (state === 'active' && cancelAtPeriodEnd)
    return `Pro is canceled, and you keep it${end ? ` until ${end}` : ''}. You won’t be charged again.`
  if (state === 'active')
    return `You keep 100% of every sale${afterTax()}. ${price} a month${end ? `, next on ${end}` : ''}.`
  if (subscription.monthlyPrice === null) return `Free forever: we keep ${fee} of each sale. ${proNotSold}`
  return `Free forever: we keep ${fee} of each sale${afterTax()}. With Pro, you keep it all for ${price} a month.`
}
