import { Bell } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { getContent } from '../../../../contract/content.ts'
import { requestCopies } from '../../../../contract/copies.ts'
import { heldTitle } from '../../../../domain/copies.ts'
import { ApiError, request } from '../../../api/client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { formatCount, formatMoney } from '../../../ui/format.ts'
import { Input } from '../../../ui/input.tsx'
import type { PayItem } from './pay-card.island.tsx'
import type { PayFormDefaults } from './pay-form-defaults.ts'

type ItemCopies = NonNullable<PayItem['copies']>

type HeldCardProps = {
  item: PayItem
  copies: ItemCopies
  /** What there is now, when it is something else. */
  onChange: (copies: PayItem['copies']) => void
}

const pollMs = 5_000

/** While the last copy is being paid for, nobody else can. The card asks until it is sold or back. */
export function HeldCard({ item, copies, onChange }: HeldCardProps) {
  // Asks the server again and again, because nothing else tells this page.
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      void request(getContent, { params: { id: item.id } }).then(
        (now) => now.copies?.state !== 'held' && onChange(now.copies),
        () => undefined,
      )
    }, pollMs)
    return () => clearInterval(timer)
  }, [item.id, onChange])
  return (
    <div data-waits className="grid gap-4">
      <p className="grid">
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="text-ink-soft">{item.pricingModel === 'fixed' ? 'Price' : 'From'}</span>
          <Badge tone="warm">{heldTitle(copies.max)}</Badge>
        </span>
        <span className="font-[650] font-display text-2xl tracking-[-0.02em]">
          {formatMoney(item.minimumChargeAmount, item.currency)}
        </span>
      </p>
      <Button size="lg" fullWidth disabled>
        {copies.max === null || copies.max === 1
          ? 'Taken or held'
          : `All ${formatCount(copies.max)} are taken or held`}
      </Button>
      <p role="status" className="-mt-1 text-ink-soft text-sm">
        If they don’t finish, it’s back within 30 minutes.{' '}
        <span className="noscript:hidden">This page tells you.</span>
        <span className="noscript:inline hidden">Reload this page to see.</span>
      </p>
    </div>
  )
}

type SoldOutCardProps = { item: PayItem; copies: ItemCopies; defaults: PayFormDefaults }

/** The one way on when everything is sold: an address for one email. Without a script the form is posted. */
export function SoldOutCard({ item, copies: { max }, defaults }: SoldOutCardProps) {
  const [isSaved, setIsSaved] = useState(defaults.tellMe === 'saved')
  const [error, setError] = useState(errorOf(defaults.tellMe))
  const [isSending, setIsSending] = useState(false)

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    setIsSending(true)
    setError(undefined)
    const email = String(new FormData(event.currentTarget).get('email') ?? '')
    try {
      await request(requestCopies, { params: { id: item.id }, body: { email } })
      setIsSaved(true)
    } catch (failure) {
      setError(
        failure instanceof ApiError ? (failure.fields.email ?? failure.userMessage) : errorOf('failed'),
      )
    }
    setIsSending(false)
  }

  return (
    <div className="grid gap-4">
      <p className="grid">
        {max !== null && (
          <span className="text-ink-soft">{`${formatCount(max)} of ${formatCount(max)} sold`}</span>
        )}
        <span className="font-[650] font-display text-2xl tracking-[-0.02em]">Sold out</span>
      </p>
      {isSaved ? (
        <p role="status" className="rounded-md bg-brand-soft px-4 py-3 font-semibold">
          We’ll email you if {reasonFor(item, max)}.
        </p>
      ) : (
        <form
          method="post"
          action={`/p/${item.id}/tell-me`}
          noValidate
          onSubmit={(event) => void handleSubmit(event)}
          className="grid gap-4"
        >
          <Field
            label="Email"
            name="email"
            error={error}
            hint={`One email if ${reasonFor(item, max)}, and nothing else.`}
          >
            <Input
              type="email"
              inputMode="email"
              autoComplete="email"
              maxLength={254}
              placeholder="you@example.com"
              defaultValue={defaults.email}
            />
          </Field>
          <Button type="submit" size="lg" fullWidth isLoading={isSending}>
            {!isSending && <Bell aria-hidden />}
            Tell me
          </Button>
        </form>
      )}
    </div>
  )
}

function reasonFor({ creator }: PayItem, max: number | null): string {
  return max === null
    ? `${creator || 'the creator'} adds more`
    : `${creator || 'the creator'} makes more or one comes back`
}

function errorOf(code: string): string | undefined {
  if (code === '' || code === 'saved') return undefined
  if (code === 'invalid_input') return 'Please enter a valid email address.'
  if (code === 'rate_limited') return 'Too many attempts. Please wait a while and try again.'
  if (code === 'conflict') return 'That didn’t work. Reload this page to see if there are copies again.'
  return 'That didn’t work. Please try again.'
}
