import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { type BuyerTerms, setBuyerTerms } from '../../../../contract/checkout.ts'
import { countryCodes, countryOptions } from '../../../../contract/countries.ts'
import { regionOptions, regionWord } from '../../../../contract/regions.ts'
import { withdrawalConsentText } from '../../../../domain/buyer-terms.ts'
import { taxNumberForm } from '../../../../domain/tax-number.ts'
import { ApiError, request } from '../../../api/client.ts'
import { paymentSecretHeaders } from '../../../payments/checkout.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'

export type SaveTerms = { save(): Promise<boolean> }
type BuyerTermsFieldsProps = {
  terms: BuyerTerms
  payment: { paymentIntentId: string; clientSecret: string }
  ref: Ref<SaveTerms>
}

/** What the receipt and the law ask of a buyer. Saved before the payment is confirmed; false stops it. */
export function BuyerTermsFields({ terms, payment, ref }: BuyerTermsFieldsProps) {
  const [country, setCountry] = useState(() => terms.country ?? browserCountry())
  const [errors, setErrors] = useState<Record<string, string>>({})
  const fields = useRef<HTMLFieldSetElement>(null)
  const taxNumber = taxNumberForm(country)
  const regions = terms.regions.some((region) => region.startsWith(`${country}-`))
    ? regionOptions(country)
    : []
  const { consentCountries } = terms
  const asksConsent = consentCountries === null || consentCountries.includes(country)

  async function save(): Promise<boolean> {
    const value = (name: string) => fields.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)
    const body = {
      ...(terms.asksCountry && country && { country }),
      region: value('region')?.value ?? '',
      businessName: value('businessName')?.value ?? '',
      businessAddress: value('businessAddress')?.value ?? '',
      vatId: value('vatId')?.value ?? '',
      withdrawalConsent: value('withdrawalConsent')?.checked ?? false,
    }
    const found = await saveTerms(payment, body)
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) value(first)?.focus()
    return first === undefined
  }
  useImperativeHandle(ref, () => ({ save }))

  return (
    <fieldset ref={fields} className="m-0 grid min-w-0 gap-3 border-0 p-0" onChange={() => setErrors({})}>
      <legend className="sr-only">Receipt and delivery</legend>
      {terms.asksCountry && (
        <>
          <Field label="Country" name="country" error={errors.country}>
            <Select
              autoComplete="country"
              options={[{ value: '', label: 'Choose a country' }, ...countryOptions()]}
              value={country}
              onChange={({ target }) => setCountry(target.value)}
            />
          </Field>
          {regions.length > 0 && (
            <Field label={regionWord(country)} name="region" error={errors.region}>
              <Select options={[{ value: '', label: 'Choose one' }, ...regions]} />
            </Field>
          )}
          <Disclosure summary="Buying for a business?" className="text-ink-soft text-sm">
            <div className="grid gap-3 pb-2">
              <Field label="Company" name="businessName" error={errors.businessName}>
                <Input autoComplete="organization" maxLength={120} />
              </Field>
              <Field label="Address" name="businessAddress" error={errors.businessAddress}>
                <Textarea autoComplete="street-address" maxLength={400} rows={2} />
              </Field>
              <Field
                label={taxNumber.name}
                name="vatId"
                hint="For the receipt. The price stays the same."
                error={errors.vatId}
              >
                <Input placeholder={taxNumber.example} maxLength={24} />
              </Field>
            </div>
          </Disclosure>
        </>
      )}
      {asksConsent && (
        <div className="grid gap-1">
          <Checkbox
            name="withdrawalConsent"
            aria-invalid={errors.withdrawalConsent ? true : undefined}
            aria-describedby={errors.withdrawalConsent ? 'consent-error' : undefined}
            align="start"
            className="text-sm"
          >
            {withdrawalConsentText}
          </Checkbox>
          {errors.withdrawalConsent && (
            <p id="consent-error" role="alert" className="text-danger text-sm">
              {errors.withdrawalConsent}
            </p>
          )}
        </div>
      )}
      {errors.save && (
        <p role="alert" className="text-danger text-sm">
          {errors.save}
        </p>
      )}
    </fieldset>
  )
}

const saveFailedMessage = 'We couldn’t save this. You weren’t charged. Please try again.'

function saveTerms(
  { paymentIntentId, clientSecret }: BuyerTermsFieldsProps['payment'],
  body: object,
): Promise<Record<string, string>> {
  return request(setBuyerTerms, {
    params: { paymentIntentId },
    body,
    headers: paymentSecretHeaders(clientSecret),
  }).then(
    () => ({}),
    (error: unknown) =>
      error instanceof ApiError && Object.keys(error.fields).length > 0
        ? error.fields
        : { save: saveFailedMessage },
  )
}

/** The region of the browser's language: `DE` for `de-DE`, nothing for `de`. */
function browserCountry(): string {
  const region = /-([A-Z]{2})\b/.exec(navigator.language)?.[1] ?? ''
  return countryCodes.includes(region) ? region : ''
}
