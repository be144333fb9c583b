import { updateContentDefaults } from '../../../contract/settings.ts'
import { formMessage } from '../../api/api-error.ts'
import { useApiMutation } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formSchema } from '../../ui/form-schema.ts'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { QueryState } from './query-state.tsx'
import { useAccount } from './use-account.ts'

const defaultsSchema = formSchema({
  suggestedAmounts: (value) => ({ value }),
  showSupporters: (value) => ({ value: value === 'true' }),
})

/** The defaults of the upload form. */
export function DefaultsForm() {
  const account = useAccount()
  const send = useApiMutation(updateContentDefaults, {
    onSuccess(saved) {
      account.show(saved)
      toast({ title: 'Defaults saved', description: 'New items will start with these.', tone: 'success' })
    },
  })
  const { error } = send

  return (
    <QueryState read={account} label="Loading your defaults">
      {(data) => (
        <Form
          schema={defaultsSchema}
          onSubmit={(body) => send.mutate({ body })}
          errors={error?.fields}
          className="grid max-w-[460px] gap-5"
        >
          <Field
            label="Suggested amounts"
            name="suggestedAmounts"
            isOptional
            hint="Three quick amounts for pay-what-you-want items. Leave blank to use our defaults."
            error={formMessage('suggestedAmounts', error)}
          >
            <Input
              inputMode="decimal"
              autoComplete="off"
              defaultValue={data.suggestedAmounts}
              placeholder="3, 5, 10"
            />
          </Field>
          <Checkbox name="showSupporters" value="true" defaultChecked={data.showSupporters}>
            Thank supporters by name on the tip page
          </Checkbox>
          <Button type="submit" isLoading={send.isPending} className="justify-self-start">
            Save defaults
          </Button>
        </Form>
      )}
    </QueryState>
  )
}
