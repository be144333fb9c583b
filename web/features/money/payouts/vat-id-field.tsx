import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { checkVatId, type VatRegisterState } from '../../../../contract/payees.ts'
import { isSameCompanyName } from '../../../../domain/vat-id.ts'
import { useApiMutation } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'

type VatIdFieldProps = {
  isPerson: boolean
  saved: string
  legalName: string
  onUseName: (name: string) => void
  /** The site writes invoices for creators with a VAT ID. */
  writesInvoices: boolean
}

/** A person says first that they have one. It is looked up when the field is left, while the form goes on. */
export function VatIdField({ isPerson, saved, legalName, onUseName, writesInvoices }: VatIdFieldProps) {
  const [hasOne, setHasOne] = useState(!isPerson || saved !== '')
  const check = useApiMutation(checkVatId)
  const [asked, setAsked] = useState('')
  const answer = check.isPending || asked === '' ? undefined : check.data
  const isKnown = answer?.state === 'valid'
  return (
    <div className="grid gap-5 border-line border-t pt-5">
      {isPerson && (
        <div>
          <Checkbox checked={hasOne} onChange={({ target }) => setHasOne(target.checked)}>
            I have a VAT ID
          </Checkbox>
          <p className="ml-8 text-ink-faint text-sm">
            {' '}
            {writesInvoices
              ? 'Then each statement can be an invoice that we write for you, with your number on it.'
              : 'It’s on your statements, and decides about VAT.'}
          </p>
        </div>
      )}
      {hasOne && (
        <div className="grid gap-1.5">
          <Field
            label="VAT ID"
            name="vatId"
            isOptional={!isPerson}
            hint={check.isPending ? 'Checking…' : hintFor(answer)}
            className="sm:max-w-[50%]"
          >
            <div className="relative">
              <VatInput
                saved={saved}
                onLeave={(vatId) => {
                  if (vatId === asked) return
                  setAsked(vatId)
                  if (vatId !== '') check.mutate({ body: { vatId } })
                }}
              />
              {isKnown && (
                <CircleCheck
                  aria-hidden
                  className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 size-5 text-brand"
                />
              )}
            </div>
          </Field>
          {isKnown && answer.name && !isSameCompanyName(answer.name, legalName) && (
            <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <span className="wrap-anywhere min-w-0">The register says ‘{answer.name}’. Use that?</span>
              <Button variant="secondary" size="sm" onClick={() => onUseName(answer.name ?? '')}>
                Use that name
              </Button>
            </p>
          )}
        </div>
      )}
    </div>
  )
}

function VatInput({ saved, onLeave }: { saved: string; onLeave: (vatId: string) => void }) {
  return (
    <Input
      name="vatId"
      defaultValue={saved}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      placeholder="IT01234567890"
      onBlur={({ target }) => onLeave(target.value.trim())}
      className="pr-11"
    />
  )
}

/** What the register says of the typed VAT ID, before it is saved. */
function hintFor(answer: VatRegisterState | undefined): string {
  if (!answer || answer.state === 'none' || answer.state === 'not_asked')
    return 'With its country, like IT01234567890.'
  if (answer.state === 'pending')
    return 'We couldn’t check it right now. Save it, and we’ll check again tonight.'
  if (answer.state === 'invalid') return 'The register doesn’t have this VAT ID. Check it, or leave it blank.'
  const known = [answer.name, answer.address].filter(Boolean).join(', ')
  return known ? `Valid: ${known}. Checked today.` : 'Valid. Checked today.'
}
