import { TextLink } from '../../../ui/text-link.tsx'

export type OwnershipCheck = {
  ownership: 'new' | 'already_owned' | 'processing'
  existingAccessUrl: string | null
  /** Why the code was removed, and the price without it. */
  refusal?: string | undefined
  /** The address could not be saved, so nothing was charged. */
  isUnsaved?: boolean
}

/** The warning about a second purchase, or the notice that this browser owns the item. Loaded when one is shown. */
export function OwnedNotice({ warning }: { warning: OwnershipCheck | undefined }) {
  if (!warning) return <AlreadyOwnedNotice />
  if (warning.isUnsaved) return <StoppedNotice reason="We couldn’t save your email address." />
  return warning.refusal ? (
    <StoppedNotice reason={warning.refusal} next="To pay it, press Complete Purchase again." />
  ) : (
    <DuplicatePurchaseWarning {...warning} />
  )
}

/** Why the press charged nothing. */
function StoppedNotice({ reason, next = 'Please try again.' }: { reason: string; next?: string }) {
  return (
    <div
      ref={focusNotice}
      role="alert"
      tabIndex={-1}
      className="grid gap-2 rounded-md bg-warn-soft px-4 py-3 text-warn"
    >
      <p className="font-semibold">{reason}</p>
      <p>You weren’t charged. {next}</p>
    </div>
  )
}

function AlreadyOwnedNotice() {
  return (
    <p role="status" className="rounded-md bg-warn-soft px-4 py-3 text-warn">
      <b className="font-semibold">You already own this. Buy again?</b> The access link in your email still
      works.
    </p>
  )
}

function DuplicatePurchaseWarning({ ownership, existingAccessUrl }: OwnershipCheck) {
  const isOwned = ownership === 'already_owned'
  return (
    // Scrolls and focuses, because the pressed button may be far below.
    <div
      ref={focusNotice}
      role="alert"
      tabIndex={-1}
      className="grid gap-2 rounded-md bg-warn-soft px-4 py-3 text-warn"
    >
      <p className="font-semibold">
        {isOwned ? 'You already own this. Buy again?' : 'Your previous payment is still processing'}
      </p>
      <p>
        {isOwned
          ? 'You bought this in this browser. To buy it again, press Complete Purchase again.'
          : 'We’ll email your access link when it goes through. To pay a second time, press Complete Purchase again.'}
      </p>
      {existingAccessUrl && (
        <TextLink href={existingAccessUrl} className="inline-grid min-h-11 content-center justify-self-start">
          Open my purchase
        </TextLink>
      )}
    </div>
  )
}

function focusNotice(notice: HTMLElement | null): void {
  notice?.focus()
}
