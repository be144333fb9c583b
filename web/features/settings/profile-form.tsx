import { type User, updateProfile } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import type { Account } from '../../../contract/settings.ts'
import { useApiMutation } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { PhotoPicker } from './photo-picker.tsx'
import { QueryState } from './query-state.tsx'
import { useAccount } from './use-account.ts'

export function ProfileForm({ viewer }: { viewer: User }) {
  const account = useAccount()
  return (
    <QueryState read={account} label="Loading your profile" rows={3}>
      {(data) => (
        <div className="grid max-w-[460px] gap-6">
          <PhotoPicker
            photo={data.photoUrl}
            name={viewer.firstName ?? viewer.email}
            onChange={account.show}
          />
          <ProfileFields
            viewer={viewer}
            account={data}
            onSaved={(user) => {
              account.show({ ...data, handle: user.handle })
              void account.refreshUser()
            }}
          />
        </div>
      )}
    </QueryState>
  )
}

type ProfileFieldsProps = {
  viewer: User
  account: Account
  onSaved: (saved: { handle: string | null }) => void
}

function ProfileFields({ viewer, account, onSaved }: ProfileFieldsProps) {
  const send = useApiMutation(updateProfile, {
    onSuccess(_, { body }) {
      onSaved({ handle: body.handle || null })
      toast({ title: 'Profile saved', tone: 'success' })
    },
  })
  const { error } = send
  const isFormError = error && Object.keys(error.fields).length === 0

  return (
    <Form
      schema={updateProfile.body}
      onSubmit={(body) => send.mutate({ body })}
      errors={error?.fields}
      className="grid gap-5"
    >
      <Field
        label="Display name"
        name="firstName"
        hint="Buyers see this name instead of your email address."
        error={isFormError ? error.userMessage : undefined}
      >
        <Input
          autoComplete="nickname"
          maxLength={limits.maxDisplayNameLength}
          defaultValue={viewer.firstName ?? ''}
        />
      </Field>
      <Field
        label="Handle"
        name="handle"
        isOptional
        hint="A short, unique name shown next to your display name, such as @mara."
      >
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.handleLength.max + 1}
          defaultValue={account.handle ? `@${account.handle}` : ''}
          placeholder="@mara"
        />
      </Field>
      <Button type="submit" isLoading={send.isPending} className="justify-self-start">
        Save profile
      </Button>
    </Form>
  )
}
