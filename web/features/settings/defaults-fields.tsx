import { limits } from '../../../contract/limits.ts'
import type { Account } from '../../../contract/settings.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'

/** The fields for the defaults of new items. */
export function DefaultsFields({ account }: { account: Account }) {
  return (
    <div className="grid max-w-[460px] gap-5">
      <Field
        label="Thank-you note"
        name="thankYouNote"
        isOptional
        hint="Buyers see it when they unlock your item."
      >
        <Textarea
          rows={3}
          maxLength={limits.maxThankYouNoteLength}
          defaultValue={account.thankYouNote}
          placeholder="Thank you! I hope it makes your day."
        />
      </Field>
      <Field
        label="Suggested amounts"
        name="suggestedAmounts"
        isOptional
        hint="Three quick amounts for pay-what-you-want items. Leave blank to use our defaults."
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          defaultValue={account.suggestedAmounts}
          placeholder="3, 5, 10"
        />
      </Field>
      <Checkbox name="showSupporters" value="true" defaultChecked={account.showSupporters}>
        Show supporters’ names and messages on the tip page
      </Checkbox>
    </div>
  )
}
