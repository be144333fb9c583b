import { CalendarPlus, CircleCheck, Undo } from 'lucide-react'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { Island } from '../../../hydration/island.tsx'
import { isNothing } from '../../../shared/price.ts'
import { Badge } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { opensWhenOutIsland } from './opens-when-out.island.tsx'

type Wait = NonNullable<PurchaseAccess['wait']>

export function waitingTitle(title: string, { state, day }: Wait): string {
  return state === 'canceled' ? `${title} won’t come out` : `${title} comes on ${day}`
}

type WaitingCardProps = {
  purchase: PurchaseAccess
  wait: Wait
  /** Unless it is the heading of the page. */
  hasTitle: boolean
}

/** A purchase before its release day: when it comes, and that there is nothing to do. */
export function WaitingCard({ purchase: access, wait, hasTitle }: WaitingCardProps) {
  const { content, purchase, accessUrl } = access
  const isPaid = !isNothing(purchase.amount)
  const isCanceled = wait.state === 'canceled'
  return (
    <Card className="flex flex-wrap items-center gap-x-5.5 gap-y-4">
      <div className="grid min-w-0 grow basis-60 gap-1.5">
        <p>
          <StatusBadge isPaid={isPaid} isCanceled={isCanceled} />
        </p>
        {hasTitle && (
          <h2 className="text-xl [overflow-wrap:anywhere]">{waitingTitle(content.title, wait)}</h2>
        )}
        <p className="text-ink-soft [overflow-wrap:anywhere]">
          {whatHappens({ access, isPaid, isCanceled })}
        </p>
        {!isCanceled && (
          <p className="text-ink-soft text-sm">
            {`Out ${wait.full}.`}
            {isPaid && ` Not out by ${wait.refundDay}? We’ll refund you automatically.`}
          </p>
        )}
        {!isCanceled && (
          <Island
            island={opensWhenOutIsland}
            hydrateOn="load"
            props={{ at: wait.at, calendarUrl: `${accessUrl}/calendar.ics` }}
          />
        )}
      </div>
      {!isCanceled && (
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto">
          <LinkButton variant="secondary" href={`${accessUrl}/calendar.ics`}>
            <CalendarPlus aria-hidden />
            Add to calendar
          </LinkButton>
          {purchase.refundStatus === 'available' && isPaid && (
            <LinkButton variant="tertiary" href={`${accessUrl}/refund`}>
              Get a refund
            </LinkButton>
          )}
        </div>
      )}
    </Card>
  )
}

function StatusBadge({ isPaid, isCanceled }: { isPaid: boolean; isCanceled: boolean }) {
  if (isCanceled)
    return (
      <Badge tone="warn">
        <Undo aria-hidden className="size-4" />
        {isPaid ? 'Refund on its way' : 'Withdrawn'}
      </Badge>
    )
  return (
    <Badge>
      <CircleCheck aria-hidden className="size-4" />
      {isPaid ? 'Paid' : 'Yours'}
    </Badge>
  )
}

type WhatHappens = { access: PurchaseAccess; isPaid: boolean; isCanceled: boolean }

function whatHappens({ access: { purchase }, isPaid, isCanceled }: WhatHappens): string {
  if (isCanceled)
    return isPaid
      ? 'It was withdrawn before its day, so you get your money back. You don’t need to do anything.'
      : 'It was withdrawn before its day.'
  if (purchase.email === '') return 'Nothing to do. This page will open then, so keep its link.'
  return `Nothing to do. We’ll email ${purchase.email}, and this page will open then.`
}
