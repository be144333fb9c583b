import { getUser, type User, updateProfile } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import { useRefresh, useSend } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'

export function ProfileForm({ viewer }: { viewer: User }) {
  const refresh = useRefresh()
  const send = useSend(updateProfile, {
    async done() {
      await refresh(getUser)
      toast({ title: 'Profile saved', tone: 'success' })
    },
  })
  const { error } = send

  return (
    <Form
      schema={updateProfile.body}
      onSubmit={(body) => send.mutate({ body })}
      errors={error?.fields}
      className="grid max-w-[460px] gap-5"
    >
      <Field
        label="Display name"
        name="firstName"
        hint="Buyers see this name instead of your e-mail address."
        error={error && !error.fields.firstName ? error.sentence : undefined}
      >
        <Input
          autoComplete="nickname"
          maxLength={limits.displayName}
          defaultValue={viewer.firstName ?? ''}
          required
        />
      </Field>
      <Button type="submit" busy={send.isPending} className="justify-self-start">
        Save profile
      </Button>
    </Form>
  )
}
