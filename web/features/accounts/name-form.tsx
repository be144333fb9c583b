import { useState } from 'react'
import type * as z from 'zod/mini'
import { ProfileInput, updateProfile } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import { handleCandidates, suggestHandle } from '../../../domain/handle.ts'
import { ApiError, formMessage } from '../../api/api-error.ts'
import { useApiMutation } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { StepHeader } from './step-header.tsx'

type ProfileBody = z.output<typeof updateProfile.body>

/** Asks for the name, and suggests a handle from it until the person types one. */
export function NameForm({ onNamed }: { onNamed: () => void }) {
  const [name, setName] = useState('')
  const [typedHandle, setTypedHandle] = useState<string>()
  const send = useApiMutation(updateProfile, { onSuccess: onNamed })
  const { error } = send

  /** A suggested handle that is taken gets a number. One that the person typed is an error at its field. */
  async function save(body: ProfileBody) {
    const isSuggested = typedHandle === undefined && body.handle
    const handles = isSuggested ? handleCandidates(body.handle ?? '') : [body.handle]
    for (const handle of handles) {
      const result = await send.mutateAsync({ body: { ...body, handle } }).catch((failure: Error) => failure)
      if (!(result instanceof ApiError) || !result.fields.handle) return
    }
  }

  return (
    <Form schema={ProfileInput} onSubmit={save} errors={error?.fields} className="grid gap-5">
      <StepHeader
        title="What should we call you?"
        text="Buyers see this name instead of your email address."
      />
      <Field label="Display name" name="firstName" error={formMessage('firstName', error)}>
        <Input
          autoComplete="nickname"
          autoFocus
          maxLength={limits.maxDisplayNameLength}
          placeholder="Mara"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Field
        label="Handle"
        name="handle"
        isOptional
        hint="The address of your page. You can change it later."
      >
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.handleLength.max + 1}
          placeholder="@mara"
          value={typedHandle ?? suggestHandle(name)}
          onChange={({ target }) => setTypedHandle(target.value)}
        />
      </Field>
      <Button type="submit" size="lg" isLoading={send.isPending}>
        Continue
      </Button>
    </Form>
  )
}
