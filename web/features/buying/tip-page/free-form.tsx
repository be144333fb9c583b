import { type FormEvent, useEffect, useRef, useState } from 'react'
import { screenLimits } from '../../../../contract/screen-limits.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { CodeLine, PriceLabel, StruckPrice } from './code-line.tsx'
import { FormNotice } from './form-notice.tsx'
import type { PayItem } from './pay-card.island.tsx'
import type { PayFormDefaults } from './pay-form-defaults.ts'
import { StickyPayBar } from './sticky-pay-bar.tsx'

type FreeFormProps = { item: PayItem; defaults: PayFormDefaults; isTestPurchase: boolean }

/** What costs nothing: one button. The form is posted, with or without a script, and leads to the access page. */
export function FreeForm({ item, defaults, isTestPurchase }: FreeFormProps) {
  const { id, title, code, currency, creator, asksForEmail, isFreePaused } = item
  const asksEmail = asksForEmail && !isTestPurchase
  const [isSending, setIsSending] = useState(false)
  const payButton = useRef<HTMLButtonElement>(null)
  const label = asksEmail
    ? 'Send me the link'
    : item.release
      ? `Get it free on ${item.release.shortDay}`
      : 'Get it free'

  // A page restored from the back/forward cache must not stay in the sending state.
  useEffect(() => {
    const reset = ({ persisted }: PageTransitionEvent) => persisted && setIsSending(false)
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [])

  function handleSubmit(event: FormEvent) {
    if (isSending) event.preventDefault()
    setIsSending(true)
  }

  return (
    <form
      id="pay"
      method="post"
      action={isTestPurchase ? `/p/${id}/try` : asksEmail ? `/p/${id}/free-link` : `/p/${id}`}
      onSubmit={handleSubmit}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <FormNotice>{isFreePaused ? undefined : defaults.notice}</FormNotice>
      <p className="grid">
        <PriceLabel code={code} copies={item.copies}>
          <span className="text-ink-soft">{code?.offer ? 'Price with your code' : 'Price'}</span>
        </PriceLabel>
        <span className="flex flex-wrap items-baseline gap-x-2.5 font-[650] font-display text-2xl tracking-[-0.02em]">
          Free
          <StruckPrice code={code} currency={currency} />
        </span>
        <CodeLine code={code} currency={currency} />
      </p>
      {code?.offer && <input type="hidden" name="code" value={code.offer.code} />}
      {defaults.source && <input type="hidden" name="source" value={defaults.source} />}
      {asksEmail && (
        <Field
          label="Email"
          name="email"
          hint={`${creator || 'The creator'} asks for it. You’ll get the link, and news from ${creator || 'them'} until you unsubscribe.`}
          {...(defaults.emailError && { error: defaults.emailError })}
        >
          <Input
            type="email"
            autoComplete="email"
            required
            maxLength={screenLimits.maxEmailLength}
            placeholder="you@example.com"
            defaultValue={defaults.typedEmail}
          />
        </Field>
      )}
      <Button
        type="submit"
        size="lg"
        fullWidth
        disabled={isFreePaused}
        isLoading={isSending}
        ref={payButton}
        data-pay-button={asksEmail ? 'Get it' : 'Get it free'}
      >
        {label}
      </Button>
      <FreeNote item={item} asksEmail={asksEmail} />
      {!isFreePaused && !asksEmail && (
        <StickyPayBar title={title} label={label} isLoading={isSending} payButton={payButton} />
      )}
    </form>
  )
}

function FreeNote({ item, asksEmail }: { item: PayItem; asksEmail: boolean }) {
  if (item.isFreePaused)
    return (
      <p role="status" className="-mt-1 text-ink-soft text-sm">
        Very many people want this right now. Try again in a few minutes.
      </p>
    )
  if (asksEmail) return null
  return <p className="-mt-1 text-center text-ink-soft text-sm">No card, no account, no email needed</p>
}
