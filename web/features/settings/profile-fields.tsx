import type { User } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import type { Account } from '../../../contract/settings.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Textarea } from '../../ui/textarea.tsx'

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
      <Field label="Handle" name="handle" isOptional hint={<HandleHint handle={account.handle} />}>
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.handleLength.max + 1}
          defaultValue={account.handle ? `@${account.handle}` : ''}
          placeholder="@mara"
        />
      </Field>
      <Field label="Bio" name="bio" isOptional hint="A few sentences about you, shown on your page.">
        <Textarea maxLength={limits.maxBioLength} defaultValue={account.bio} />
      </Field>
      <Field
        label="Links"
        name="links"
        isOptional
        hint={`Up to ${limits.maxProfileLinks} links to your other pages, one per line.`}
      >
        <Textarea
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          defaultValue={account.links.join('\n')}
        />
      </Field>
    </>
  )
}

function HandleHint({ handle }: { handle: string | null }) {
  return (
    <>
      The address of your page, such as @mara. Old links keep working when you change it.
      {handle && (
        <>
          {' '}
          <TextLink href={`/@${handle}`}>See your page</TextLink>
        </>
      )}
    </>
  )
}
