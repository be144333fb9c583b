import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'

const kinds = [
  { value: 'us', label: 'US account' },
  { value: 'iban', label: 'IBAN' },
] as const

/** The parts of a bank account: its holder, and a routing and account number or an IBAN. */
export function BankAccountFields() {
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('us')
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
      <SegmentedControl
        label="Kind of account"
        name="bankKind"
        options={kinds}
        value={kind}
        onChange={setKind}
        className="sm:col-span-2"
      />
      {kind === 'us' ? (
        <>
          <Field label="Routing number" name="routing" hint="The 9-digit number of your bank.">
            <Input inputMode="numeric" autoComplete="off" maxLength={11} placeholder="9 digits" />
          </Field>
          <Field
            label="Account number"
            name="accountNumber"
            hint="After you save, only the last 4 digits are shown."
          >
            <Input inputMode="numeric" autoComplete="off" maxLength={24} />
          </Field>
        </>
      ) : (
        <Field
          label="IBAN"
          name="iban"
          hint="After you save, only the last 4 digits are shown."
          className="sm:col-span-2"
        >
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={42}
            placeholder="DE89 3704 0044 0532 0130 00"
          />
        </Field>
      )}
    </div>
  )
}
