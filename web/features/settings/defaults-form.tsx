import { updateDefaults } from '../../../contract/account-settings.ts'
import { sentenceAt } from '../../api/api-error.ts'
import { useSend } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formSchema } from '../../ui/form-schema.ts'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { Loaded } from './loaded.tsx'
import { useAccount } from './use-account.ts'

const typed = formSchema({
  chips: (value) => ({ value }),
  showSupporters: (value) => ({ value: value === 'true' }),
})

/** What the upload form is filled with before anything is typed there. */
export function DefaultsForm() {
  const account = useAccount()
  const send = useSend(updateDefaults, {
    done(saved) {
      account.show(saved)
      toast({ title: 'Defaults saved', text: 'New items begin with them.', tone: 'success' })
    },
  })
  const { error } = send

  return (
    <Loaded read={account} label="Loading your defaults">
      {(data) => (
        <Form
          schema={typed}
          onSubmit={(body) => send.mutate({ body })}
          errors={error?.fields}
          className="grid max-w-[460px] gap-5"
        >
          <Field
            label="Amounts to choose from"
            name="chips"
            optional
            hint="Three amounts that stand beside the field of a pay-what-you-want item. Empty for the usual ones."
            error={sentenceAt('chips', error)}
          >
            <Input inputMode="decimal" autoComplete="off" defaultValue={data.chips} placeholder="3, 5, 10" />
          </Field>
          <Checkbox name="showSupporters" value="true" defaultChecked={data.showSupporters}>
            Thank supporters by name on the tip page
          </Checkbox>
          <Button type="submit" busy={send.isPending} className="justify-self-start">
            Save defaults
          </Button>
        </Form>
      )}
    </Loaded>
  )
}
