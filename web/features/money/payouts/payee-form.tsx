import { useState } from 'react'
import { countryName, countryOptions } from '../../../../contract/countries.ts'
import { addressFormOf, type PayeeKind, taxNumberFormOf } from '../../../../contract/payee-forms.ts'
import { getPayee, type PayeeInput, type PayeeState, savePayee } from '../../../../contract/payees.ts'
import { blockedCountryMessage } from '../../../../domain/blocked-countries.ts'
import { formError } from '../../../api/client.ts'
import { useApiMutation, useSetQueryData } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, FormError } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Input } from '../../../ui/input.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'
import { BirthDate } from './birth-date.tsx'
import { payeeSchema } from './payee-schema.ts'
import { VatIdField } from './vat-id-field.tsx'

type PayeeFormProps = {
  state: PayeeState
  /** The saved details in clear, to change them. */
  saved: PayeeInput | null
  onDone: () => void
}

const kinds = [
  { value: 'person', label: 'Person' },
  { value: 'business', label: 'Business' },
] as const

export function PayeeForm({ state, saved, onDone }: PayeeFormProps) {
  const setPayee = useSetQueryData(getPayee)
  const [kind, setKind] = useState<PayeeKind>(saved?.kind ?? 'person')
  const [country, setCountry] = useState(saved?.country ?? state.country ?? '')
  const [legalName, setLegalName] = useState(saved?.legalName ?? '')
  const send = useApiMutation(savePayee, {
    onSuccess(next) {
      setPayee(next)
      onDone()
      toast({ title: 'Payee details saved', tone: 'success' })
    },
  })
  const isBlocked = state.blockedCountries.includes(country)
  const isPerson = kind === 'person'
  return (
    <Form
      schema={payeeSchema(state.blockedCountries)}
      onSubmit={(body) => send.isPending || send.mutate({ body })}
      errors={send.error?.fields}
      fieldSet={`${kind} ${country}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <SegmentedControl
        label="Who is paid"
        name="kind"
        options={kinds}
        value={kind}
        onChange={(next) => setKind(next)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={isPerson ? 'Legal name' : 'Registered name'}
          name="legalName"
          hint={isPerson ? 'As in your passport or ID.' : 'As in the commercial register.'}
        >
          <Input
            value={legalName}
            onChange={({ target }) => setLegalName(target.value)}
            autoComplete={isPerson ? 'name' : 'organization'}
            maxLength={120}
          />
        </Field>
        {isPerson ? (
          <BirthDate saved={saved?.birthDate} />
        ) : (
          <Field label="Registration number" name="registrationNumber" hint="Leave blank if you have none.">
            <Input defaultValue={saved?.registrationNumber} autoComplete="off" maxLength={120} />
          </Field>
        )}
        <Field label="Country" name="country" {...(isBlocked && { error: blockedCountryMessage })}>
          <Select
            options={[{ value: '', label: 'Choose a country', disabled: true }, ...countryOptions()]}
            value={country}
            onChange={({ target }) => setCountry(target.value)}
            autoComplete="country"
          />
        </Field>
        <TaxNumber kind={kind} country={country} saved={saved?.taxNumber} />
      </div>
      {!isPerson && (
        <Field label="Who acts for it" name="representative" hint="A person who may sign for the business.">
          <Input defaultValue={saved?.representative} autoComplete="name" maxLength={120} />
        </Field>
      )}
      <Address country={country} saved={saved} />
      <VatIdField
        key={kind}
        isPerson={isPerson}
        saved={saved?.vatId ?? ''}
        legalName={legalName}
        onUseName={setLegalName}
        writesInvoices={state.selfBilling.isOffered}
      />
      <FormError>{formError(send.error)}</FormError>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-[46ch] text-ink-soft text-sm">
          Every field has a reason.{' '}
          <TextLink href="/privacy">What we use it for, and how long we keep it</TextLink>
        </p>
        <div className="flex gap-3 max-sm:w-full max-sm:flex-col-reverse">
          {saved && (
            <Button variant="tertiary" onClick={onDone}>
              Cancel
            </Button>
          )}
          <Button type="submit" isLoading={send.isPending} className="max-sm:w-full">
            Save details
          </Button>
        </div>
      </div>
    </Form>
  )
}

type TaxNumberProps = { kind: PayeeKind; country: string; saved: string | undefined }

/** By the country’s name for it; not there where the country has none, or doesn’t let us ask. */
function TaxNumber({ kind, country, saved }: TaxNumberProps) {
  const form = country ? taxNumberFormOf(country, kind) : null
  if (!form) return null
  const name =
    form.label === 'Tax number'
      ? 'The number that your tax office gave you.'
      : `In ${countryName(country)}: ${form.label}`
  return (
    <Field
      label="Tax number"
      name="taxNumber"
      isOptional={!form.isRequired}
      hint={form.example ? `${name}, such as ${form.example}.` : name}
    >
      <Input
        defaultValue={saved}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
    </Field>
  )
}

function Address({ country, saved }: { country: string; saved: PayeeInput | null }) {
  const { hasPostalCode, postalCodeLabel, regionLabel } = addressFormOf(country)
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Street and number" name="street">
        <Input defaultValue={saved?.street} autoComplete="address-line1" maxLength={120} />
      </Field>
      <Field label="Apartment, floor, c/o" name="street2" isOptional>
        <Input defaultValue={saved?.street2} autoComplete="address-line2" maxLength={120} />
      </Field>
      {hasPostalCode && (
        <Field label={postalCodeLabel} name="postalCode">
          <Input defaultValue={saved?.postalCode} autoComplete="postal-code" maxLength={20} />
        </Field>
      )}
      <Field label="City" name="city">
        <Input defaultValue={saved?.city} autoComplete="address-level2" maxLength={120} />
      </Field>
      {regionLabel && (
        <Field label={regionLabel} name="region">
          <Input defaultValue={saved?.region} autoComplete="address-level1" maxLength={120} />
        </Field>
      )}
    </div>
  )
}
