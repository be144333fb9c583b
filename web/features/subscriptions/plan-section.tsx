import { useState } from 'react'
import { getUser } from '../../../contract/accounts.ts'
import { getInstance } from '../../../contract/instance.ts'
import {
  cancelSubscription,
  getSubscription,
  resumeSubscription,
  type Subscription,
} from '../../../contract/subscriptions.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../api/query-hooks.ts'
import { feeShares } from '../../shared/fee-shares.ts'
import { QueryState } from '../../shared/query-state.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatLongDate } from '../../ui/date-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { InvoiceList } from './invoice-list.tsx'
import { planDescription } from './plan-description.ts'

/** The plan on the settings page: its state, end, invoices, and cancel or resume. */
export function PlanSection() {
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
      {subscription.confirmationUrl && (
        <LinkButton href={subscription.confirmationUrl} className="justify-self-start">
          Confirm payment
        </LinkButton>
      )}
      {plan === 'creator' && !isSubscribed && (
        <LinkButton href="/subscribe" className="justify-self-start">
          Go Pro
        </LinkButton>
      )}
      {isSubscribed &&
        (cancelAtPeriodEnd ? <ResumePlanButton /> : <CancelPlanButton subscription={subscription} />)}
      {invoices.length > 0 && <InvoiceList invoices={invoices} />}
    </div>
  )
}

function CancelPlanButton({ subscription }: { subscription: Subscription }) {
  const [open, setOpen] = useState(false)
  const { send, isPending } = useSubscriptionAction(cancelSubscription, 'Pro canceled', () => setOpen(false))
  const until = subscription.currentPeriodEnd && formatLongDate(subscription.currentPeriodEnd)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)} className="justify-self-start">
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

function ResumePlanButton() {
  const { send, isPending } = useSubscriptionAction(resumeSubscription, 'Pro resumed')
  return (
    <Button onClick={send} isLoading={isPending} className="justify-self-start">
      Resume Pro
    </Button>
  )
}

type SubscriptionRoute = typeof cancelSubscription | typeof resumeSubscription

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
