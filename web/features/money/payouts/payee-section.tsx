import { Check } from 'lucide-react'
import { useState } from 'react'
import { getPayee, type PayeeInput, readPayee, type ShownPayee } from '../../../../contract/payees.ts'
import { useApiMutation, useApiQuery } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/card.tsx'
import { formatDate } from '../../../ui/format.ts'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { PayeeForm } from './payee-form.tsx'
import { SelfBilling } from './self-billing.tsx'

/** Who is paid: the form, or what is saved, masked. Nothing where the site doesn’t ask. */
export function PayeeSection() {
  const read = useApiQuery(getPayee)
  const [changing, setChanging] = useState<{ from: PayeeInput | null }>()
  if (read.data?.rule === 'off' && !read.data.details) return null
  const isSaved = Boolean(read.data?.details) && !changing
  return (
    <Section
      id="payee"
      title="Payee details"
      description="Who gets the money, for your statements and for the tax office. Encrypted. Buyers never see it."
      action={
        isSaved ? (
          <Badge>
            <Check aria-hidden className="size-4" />
            Complete
          </Badge>
        ) : null
      }
    >
      <QueryState
        query={read}
        subject="Your payee details"
        skeleton={<SkeletonBlocks label="Loading your payee details" sizes={['h-11', 'h-11', 'h-11']} />}
      >
        {(state) =>
          state.details && !changing ? (
            <SavedPayee details={state.details} selfBilling={state.selfBilling} onChange={setChanging} />
          ) : (
            <PayeeForm state={state} saved={changing?.from ?? null} onDone={() => setChanging(undefined)} />
          )
        }
      </QueryState>
    </Section>
  )
}

type SavedPayeeProps = {
  details: ShownPayee
  selfBilling: Parameters<typeof SelfBilling>[0]['state']
  onChange: (changing: { from: PayeeInput | null }) => void
}

function SavedPayee({ details, selfBilling, onChange }: SavedPayeeProps) {
  const open = useApiMutation(readPayee, {
    onSuccess: ({ details: from }) => onChange({ from }),
    onError: ({ userMessage }) =>
      toast({ title: 'Couldn’t open your details', description: userMessage, tone: 'destructive' }),
  })
  return (
    <>
      <div className="wrap-anywhere grid gap-0.5">
        <p>
          <b className="font-semibold">{details.legalName}</b>
          {details.birthYear && `, born •••• ${details.birthYear}`}
        </p>
        {savedLines(details).map((line) => (
          <p key={line} className="text-ink-soft">
            {line}
          </p>
        ))}
      </div>
      <div className="grid justify-items-start gap-2">
        <Button variant="secondary" size="sm" isLoading={open.isPending} onClick={() => open.mutate({})}>
          Change<span className="sr-only"> payee details</span>
        </Button>
        <p className="text-ink-faint text-sm">
          Changing asks you to sign in again. Documents already issued keep the old details.
        </p>
      </div>
      {details.vatId && <SelfBilling state={selfBilling} />}
    </>
  )
}

function savedLines({
  address,
  representative,
  registrationNumber,
  taxNumberEnd,
  vatId,
  vat,
}: ShownPayee): Array<string> {
  return [
    address,
    ...(representative ? [`Represented by ${representative}`] : []),
    ...(registrationNumber ? [`Registration number ${registrationNumber}`] : []),
    ...(taxNumberEnd ? [`Tax number ends in ${taxNumberEnd}`] : []),
    ...(vatId ? [`VAT ID ${vatId}. ${vatStateText(vat)}`.trim()] : []),
  ]
}

/** What the register says about a saved VAT ID. */
function vatStateText({ state, name, checkedAt }: ShownPayee['vat']): string {
  if (state === 'pending') return 'We couldn’t check it right now. Saved, and we’ll check again tonight.'
  if (state === 'invalid') return 'The register doesn’t have it.'
  if (state !== 'valid') return ''
  const checked = checkedAt ? ` Checked ${formatDate(checkedAt)}.` : ''
  return name ? `Valid: ${name}.${checked}` : `Valid.${checked}`
}
