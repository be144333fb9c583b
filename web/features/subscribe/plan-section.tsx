import { useState } from 'react'
import { getUser } from '../../../contract/accounts.ts'
import {
  cancelSubscription,
  getSubscription,
  resumeSubscription,
  type Subscription,
} from '../../../contract/subscriptions.ts'
import { useRead, useRefresh, useSend } from '../../api/hooks.ts'
import { WhenLoaded } from '../../api/when-loaded.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatDateInWords } from '../../ui/date-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { Invoices } from './invoices.tsx'
import { planWords } from './plan-words.ts'

/** The plan of a creator on the settings page: what it is, until when, what was paid, and how to leave or stay. */
export function PlanSection() {
  const read = useRead(getSubscription)
  return (
    <Section
      id="plan"
      title="Plan"
      action={read.data && <Badge>{read.data.plan === 'pro' ? 'Pro' : 'Creator Plan'}</Badge>}
    >
      <WhenLoaded read={read} what="Your plan" waiting={<Skeleton className="h-16 rounded-sm" />}>
        {(subscription) => <Plan subscription={subscription} />}
      </WhenLoaded>
    </Section>
  )
}

function Plan({ subscription }: { subscription: Subscription }) {
  const { plan, state, cancelAtPeriodEnd, invoices } = subscription
  const isPaidFor = state === 'active' || state === 'past_due'
  return (
    <div className="grid gap-5">
      <p className="max-w-[38em]">{planWords(subscription)}</p>
      {plan === 'creator' && !isPaidFor && (
        <LinkButton href="/subscribe" className="justify-self-start">
          Go Pro
        </LinkButton>
      )}
      {isPaidFor && (cancelAtPeriodEnd ? <Resume /> : <Cancel subscription={subscription} />)}
      {invoices.length > 0 && <Invoices invoices={invoices} />}
    </div>
  )
}

function Cancel({ subscription }: { subscription: Subscription }) {
  const [open, setOpen] = useState(false)
  const { send, isPending } = useChange(cancelSubscription, 'Pro is cancelled', () => setOpen(false))
  const until = subscription.currentPeriodEnd && formatDateInWords(subscription.currentPeriodEnd)
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)} className="justify-self-start">
        Cancel Pro
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Cancel Pro?"
        text={
          until
            ? `Pro stays on until ${until}. After that new sales carry the platform fee again; your items and their buyers keep everything.`
            : 'New sales will carry the platform fee again; your items and their buyers keep everything.'
        }
        action="Cancel Pro"
        busy={isPending}
        onConfirm={send}
      />
    </>
  )
}

function Resume() {
  const { send, isPending } = useChange(resumeSubscription, 'Pro goes on')
  return (
    <Button onClick={send} busy={isPending} className="justify-self-start">
      Resume Pro
    </Button>
  )
}

type Change = typeof cancelSubscription | typeof resumeSubscription

function useChange(route: Change, title: string, done?: () => void) {
  const refresh = useRefresh()
  const { mutate, isPending } = useSend<Change>(route, {
    async done() {
      await refresh(getSubscription, getUser)
      done?.()
      toast({ title, tone: 'success' })
    },
    failed(error) {
      done?.()
      toast({ title: 'Error', text: error.sentence, tone: 'destructive' })
    },
  })
  return { send: () => mutate({}), isPending }
}
