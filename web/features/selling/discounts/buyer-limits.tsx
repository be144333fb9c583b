import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import type { FormState } from './form-state.ts'

type BuyerLimitsProps = { state: FormState; onChange: (part: Partial<FormState>) => void }

/** What few codes need: how often one buyer may use it, and whether it is for the first purchase. */
export function BuyerLimits({ state, onChange }: BuyerLimitsProps) {
  return (
    <div className="grid gap-2 pt-5">
      <Field
        label="Uses per buyer"
        name="maxPerBuyer"
        isOptional
        hint="A courtesy, not a lock: someone with two addresses can use it twice."
        className="max-w-72"
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={state.maxPerBuyer}
          onChange={({ target }) => onChange({ maxPerBuyer: target.value })}
        />
      </Field>
      <Checkbox
        checked={state.firstPurchaseOnly}
        onChange={({ target }) => onChange({ firstPurchaseOnly: target.checked })}
      >
        Only for a first purchase from you
      </Checkbox>
    </div>
  )
}
