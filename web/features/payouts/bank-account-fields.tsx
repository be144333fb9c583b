import { useState } from 'react'
import { type BankFormId, bankForms, bankFormsOf } from '../../../contract/bank-accounts.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'

/** The parts of a bank account: its holder, and what banks of the creator's country ask for. */
export function BankAccountFields({ country }: { country: string | null }) {
  const forms = bankFormsOf(country)
  const [chosen, setChosen] = useState<BankFormId>()
  const form = chosen !== undefined && forms.includes(chosen) ? chosen : (forms[0] ?? 'iban')
  const { fields } = bankForms[form]
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label="Account holder"
        name="holder"
        hint="The name on the account, exactly as your bank has it."
        className="sm:col-span-2"
      >
        <Input autoComplete="name" maxLength={80} />
      </Field>
      {forms.length > 1 ? (
        <SegmentedControl
          label="Kind of account"
          name="bankKind"
          options={forms.map((value) => ({ value, label: bankForms[value].label }))}
          value={form}
          onChange={setChosen}
          className="sm:col-span-2"
        />
      ) : (
        <input type="hidden" name="bankKind" value={form} />
      )}
      {fields.map(({ name, label, placeholder }, index) => (
        <Field
          key={`${form}/${name}`}
          label={label}
          name={name}
          {...(index === fields.length - 1 && {
            hint: 'After you save, only the last 4 digits are shown.',
            ...(fields.length % 2 === 1 && { className: 'sm:col-span-2' }),
          })}
        >
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={42}
            {...(placeholder && { placeholder })}
          />
        </Field>
      ))}
    </div>
  )
}
