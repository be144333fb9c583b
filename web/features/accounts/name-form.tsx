import { updateProfile } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import { sentenceAt } from '../../api/api-error.ts'
import { useSend } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { StepHead } from './step-head.tsx'

export function NameForm({ onNamed }: { onNamed: () => void }) {
  const send = useSend(updateProfile, { done: onNamed })
  const { error } = send

  return (
    <Form
      schema={updateProfile.body}
      onSubmit={(body) => send.mutate({ body })}
      errors={error?.fields}
      className="grid gap-5"
    >
      <StepHead title="What shall we call you?" text="Buyers see this name instead of your e-mail address." />
      <Field label="Display name" name="firstName" error={sentenceAt('firstName', error)}>
        <Input autoComplete="nickname" autoFocus maxLength={limits.displayName} placeholder="Mara" />
      </Field>
      <Button type="submit" size="lg" busy={send.isPending}>
        Continue
      </Button>
    </Form>
  )
}
