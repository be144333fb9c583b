import { useRef } from 'react'
import { addTaxRate, getTaxSettings, TaxRateInput } from '../../../../contract/admin-tax.ts'
import { countryCodes, countryName } from '../../../../contract/countries.ts'
import { taxKinds } from '../../../../contract/tax-kinds.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { useAdminAction } from '../use-admin-action.ts'
import { taxKindLabels } from './tax-labels.ts'

const countries = countryCodes
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
const kinds = taxKinds.map((value) => ({ value, label: taxKindLabels[value] }))

/** Adds a rate from a day on. A country's rates for e-books are only needed where they differ. */
export function AddTaxRate() {
  const form = useRef<HTMLDivElement>(null)
  const add = useAdminAction(addTaxRate, {
    successMessage: 'Rate added',
    invalidates: [getTaxSettings],
    onSuccess: () => form.current?.closest('form')?.reset(),
  })
  return (
    <Form
      schema={TaxRateInput}
      errors={add.error?.fields}
      onSubmit={(body) => add.mutate({ body })}
      aria-label="Add a rate"
    >
      <div
        ref={form}
        className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr_auto] lg:items-start"
      >
        <Field label="Country" name="country">
          <Select options={[{ value: '', label: 'Choose a country' }, ...countries]} />
        </Field>
        <Field label="Kind" name="kind">
          <Select options={kinds} />
        </Field>
        <Field label="Rate in percent" name="percent">
          <Input inputMode="decimal" placeholder="19" required />
        </Field>
        <Field label="Valid from" name="validFrom">
          <Input type="date" required />
        </Field>
        <Button type="submit" isLoading={add.isPending} className="lg:mt-[1.9rem]">
          Add rate
        </Button>
      </div>
    </Form>
  )
}
