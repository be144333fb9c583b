import type { User } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import type { Account } from '../../../contract/settings.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

export function ProfileFields({ viewer, account }: { viewer: User; account: Account }) {
  return (
    <>
      <Field label="Display name" name="firstName" hint="Buyers see this name instead of your email address.">
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
    </>
  )
}
