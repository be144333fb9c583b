import { useState } from 'react'
import * as z from 'zod/mini'
import type { PasskeyRegistration } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import {
  addPasskey,
  createPasskeyOptions,
  NewPasskeyInput,
  type Passkey,
} from '../../../contract/settings.ts'
import { userMessage } from '../../api/api-error.ts'
import { createPasskey, supportsPasskeys } from '../../api/passkeys.ts'
import { useApiMutation } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'

type AddPasskeyProps = { onAdded: (passkeys: Array<Passkey>) => void }
type PasskeyForm = { name: string }

/** Asks for a name, then the browser creates the passkey. */
export function AddPasskey({ onAdded }: AddPasskeyProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!supportsPasskeys())
    return <p className="text-ink-faint text-sm">This browser doesn’t support passkeys.</p>
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)} className="justify-self-start">
        Add a passkey
      </Button>
      {isOpen && (
        <AddPasskeyDialog
          onClose={() => setIsOpen(false)}
          onAdded={(passkeys) => {
            onAdded(passkeys)
            setIsOpen(false)
          }}
        />
      )}
    </>
  )
}

function AddPasskeyDialog({ onAdded, onClose }: AddPasskeyProps & { onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string>()
  const start = useApiMutation(createPasskeyOptions)
  const add = useApiMutation(addPasskey)

  async function createAndRegister({ name }: PasskeyForm) {
    setIsBusy(true)
    setErrorMessage(undefined)
    try {
      const response = await createPasskey(await start.mutateAsync({}))
      if (response) {
        // The browser returns WebAuthn JSON; the server validates it.
        onAdded(await add.mutateAsync({ body: { name, response: response as PasskeyRegistration } }))
        toast({ title: 'Passkey added', description: 'Use it next time you sign in.', tone: 'success' })
        return
      }
      setErrorMessage('We couldn’t create a passkey. Try again and follow your browser’s instructions.')
    } catch (error) {
      setErrorMessage(
        isAlreadyRegistered(error)
          ? 'This device already has a passkey for this account.'
          : userMessage(error),
      )
    }
    setIsBusy(false)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add a passkey"
      description="Your browser creates it with your fingerprint, face or screen lock. It stays on your device or in your password manager."
    >
      <Form
        schema={z.pick(NewPasskeyInput, { name: true })}
        onSubmit={createAndRegister}
        className="grid gap-5"
      >
        <Field label="Name" name="name" hint="A name you’ll recognize, such as Laptop." error={errorMessage}>
          <Input autoComplete="off" maxLength={limits.maxPasskeyNameLength} autoFocus />
        </Field>
        <Button type="submit" isLoading={isBusy} className="justify-self-end">
          Create passkey
        </Button>
      </Form>
    </Dialog>
  )
}

function isAlreadyRegistered(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'InvalidStateError'
}
