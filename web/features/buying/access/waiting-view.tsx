import { CalendarPlus, CircleCheck, Undo } from 'lucide-react'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { Island } from '../../../hydration/island.tsx'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { isNothing } from '../../../shared/price.ts'
import { Badge } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { opensWhenOutIsland } from './opens-when-out.island.tsx'

type WaitingCardProps = {
  purchase: PurchaseAccess
  wait: NonNullable<PurchaseAccess['wait']>
  /** A heading above the title, right after the payment. */
  announcement?: string | undefined
}

/** A purchase before its release day: when it comes, and that there is nothing to do. */
export function WaitingCard({ purchase: access, wait, announcement }: WaitingCardProps) {
  const { content, purchase, accessUrl } = access
  const isPaid = !isNothing(purchase.amount)
  const isCanceled = wait.state === 'canceled'
  const title = isCanceled ? `${content.title} won’t come out` : `${content.title} comes on ${wait.day}`
  const Title = announcement ? 'h2' : 'h1'
  return (
    <Card elevated className="flex flex-wrap items-center gap-x-5.5 gap-y-4">
      <ContentCover
        pond={content.pond}
        image={content.previewImage}
        fit="contain"
        sizes="160px"
        className="w-40 flex-none rounded-md"
      />
      <div className="grid min-w-0 grow basis-60 gap-1.5">
        {announcement && <h1 className="text-brand text-xl">{announcement}</h1>}
        <p>
          <StatusBadge isPaid={isPaid} isCanceled={isCanceled} />
        </p>
        <Title className="text-xl [overflow-wrap:anywhere]">{title}</Title>
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
