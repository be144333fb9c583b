import { countryCodes, countryName } from '../../../contract/countries.ts'
import { getConnectStatus, setPayoutCountry } from '../../../contract/payouts.ts'
import { useApiMutation, useInvalidateQueries } from '../../api/query-hooks.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'

const countries = countryCodes
  .map((code) => ({ value: code, label: countryName(code) }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** Where the creator lives, which decides about payout methods. Saved when it is chosen. */
export function PayoutCountry({ country }: { country: string | null }) {
  const refresh = useInvalidateQueries()
  const save = useApiMutation(setPayoutCountry, {
    onSuccess: () => refresh(getConnectStatus),
    async onError({ userMessage }) {
      toast({ title: 'Couldn’t save your country', description: userMessage, tone: 'destructive' })
      await refresh(getConnectStatus)
    },
  })
  return (
    <Field label="Country" name="payoutCountry" hint="It decides how we can pay you.">
      <Select
        options={[{ value: '', label: 'Choose a country', disabled: true }, ...countries]}
        value={save.isPending ? save.variables.body.country : (country ?? '')}
        onChange={({ target }) => save.mutate({ body: { country: target.value } })}
      />
    </Field>
  )
}
