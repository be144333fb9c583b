import { useState } from 'react'
import type * as z from 'zod/mini'
import {
  ProfileInput,
  requestSignInCode,
  SignInEmailInput,
  type User,
  updateProfile,
} from '../../../../contract/accounts.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { limits } from '../../../../contract/limits.ts'
import { handleCandidates, suggestHandle } from '../../../../domain/handle.ts'
import { ApiError, formMessage } from '../../../api/client.ts'
import { useApiMutation, useApiQuery } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Input } from '../../../ui/input.tsx'
import { codeSentence, SignInCodeForm } from './code-fields.tsx'

const newcomerTexts = {
  open: 'New here? We’ll create your account.',
  invited: 'New accounts are by invitation. If you’re invited, use the address of the invitation.',
  closed: 'We’re not taking new accounts right now.',
}

type EmailFormProps = { email: string; onSent: (code: { email: string; isSent: boolean }) => void }

export function EmailForm({ email, onSent }: EmailFormProps) {
  const send = useApiMutation(requestSignInCode, {
    onSuccess: ({ sent }, { body }) => onSent({ email: body.email, isSent: sent }),
  })
  const { error } = send
  const signUp = useApiQuery(getInstance).data?.signUp ?? 'open'

  return (
    <Form
      schema={SignInEmailInput}
      onSubmit={(body) => send.mutate({ body })}
      errors={error?.fields}
      className="grid gap-5"
    >
      <StepHeader title="Sign In" text={`We’ll email you a six-digit code. ${newcomerTexts[signUp]}`} />
      <Field label="Email" name="email" error={formMessage('email', error)}>
        <Input
          type="email"
          autoComplete="email webauthn"
          autoFocus
          defaultValue={email}
          placeholder="you@example.com"
        />
      </Field>
      <Button type="submit" size="lg" isLoading={send.isPending}>
        Send code
      </Button>
    </Form>
  )
}

type CodeFormProps = { email: string; isSent: boolean; onBack: () => void; onSignedIn: (user: User) => void }

export function CodeForm({ email, isSent, onBack, onSignedIn }: CodeFormProps) {
  return (
    <SignInCodeForm
      email={email}
      heading={<StepHeader title="Enter the code" text={codeSentence({ email, isSent })} />}
      submitLabel="Sign In"
      secondaryAction={
        <Button variant="tertiary" padding="none" className="px-3" onClick={onBack}>
          Use a different email
        </Button>
      }
      onSignedIn={onSignedIn}
    />
  )
}

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

function StepHeader({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid gap-2">
      <h1 className="text-2xl">{title}</h1>
      <p className="wrap-anywhere text-ink-soft">{text}</p>
    </div>
  )
}
