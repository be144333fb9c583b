import { Checkbox } from '../../../../ui/checkbox.tsx'
import type { FormValues } from './form-values.ts'

type FreeFieldsProps = { initialValues: FormValues; hidden: boolean }

/** The choices of a free item. They stay in the DOM, so switching the pricing model keeps them. */
export function FreeFields({ initialValues, hidden }: FreeFieldsProps) {
  return (
    <div hidden={hidden} className="grid gap-2 [&[hidden]]:hidden">
      <Checkbox
        align="start"
        name="asksForEmail"
        value="true"
        defaultChecked={initialValues.asksForEmail === 'true'}
      >
        Ask for an email first
        <span className="block text-ink-faint text-sm">
          They get the link by email and follow you. Fewer people take it.
        </span>
      </Checkbox>
      <Checkbox name="showsFreeCount" value="true" defaultChecked={initialValues.showsFreeCount === 'true'}>
        Show how many people have it
      </Checkbox>
      <p className="text-ink-faint text-sm">
        Free items don’t count as sales. Your dashboard shows how many people have it.
      </p>
    </div>
  )
}
