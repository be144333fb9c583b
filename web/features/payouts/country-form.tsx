import { Globe } from 'lucide-react'
import { countryCodes, countryName } from '../../../contract/countries.ts'
import { getConnectStatus, PayoutCountryInput, setPayoutCountry } from '../../../contract/payouts.ts'
import { useApiMutation, useInvalidateQueries } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { StatusHeader } from './status-header.tsx'

const countries = countryCodes
  .map((code) => ({ value: code, label: countryName(code) }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** Asks where the creator lives, before an account with that country is created. */
export function CountryForm({ country, onSaved }: { country: string | null; onSaved: () => void }) {
  const refresh = useInvalidateQueries()
  const save = useApiMutation(setPayoutCountry, {
    onSuccess: async () => {
      await refresh(getConnectStatus)
      onSaved()
    },
    onError: ({ userMessage, fields }) => {
      if (Object.keys(fields).length === 0)
        toast({ title: 'Couldn’t save your country', description: userMessage, tone: 'destructive' })
    },
  })
  return (
    <>
      <StatusHeader icon={<Globe aria-hidden />} title="Where do you live?">
        It decides how we can pay you. Choose the country where you pay taxes: it can’t be changed once your
        bank account is set up.
      </StatusHeader>
      <Form
        schema={PayoutCountryInput}
        onSubmit={(body) => save.isPending || save.mutate({ body })}
        errors={save.error?.fields}
        className="grid gap-4"
      >
        <Field label="Country" name="country">
          <Select
            options={[{ value: '', label: 'Choose a country' }, ...countries]}
            defaultValue={country ?? ''}
          />
        </Field>
        <Button type="submit" isLoading={save.isPending} className="justify-self-start max-sm:w-full">
          Continue
        </Button>
      </Form>
    </>
  )
}
