import { useState } from 'react'
import { addPasskey, type Passkey, startPasskey } from '../../../contract/account-settings.ts'
import type { NewPasskey } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { useSend } from '../../api/hooks.ts'
import { knowsPasskeys, makePasskey } from '../../api/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'

type AddPasskeyProps = { onAdded: (passkeys: Array<Passkey>) => void }
type Typed = { name: string }

/** A name first, so that it can be told apart later; then the browser makes the key. */
export function AddPasskey({ onAdded }: AddPasskeyProps) {
  const [isOpen, setOpen] = useState(false)
  if (!knowsPasskeys()) return <p className="text-ink-faint text-sm">This browser cannot make passkeys.</p>
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)} className="justify-self-start">
        Add a passkey
      </Button>
      {isOpen && (
        <NameIt
          onClose={() => setOpen(false)}
          onAdded={(passkeys) => {
            onAdded(passkeys)
            setOpen(false)
          }}
        />
      )}
    </>
  )
}

function NameIt({ onAdded, onClose }: AddPasskeyProps & { onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const start = useSend(startPasskey)
  const add = useSend(addPasskey)

  async function make({ name }: Typed) {
    setBusy(true)
    setWrong(undefined)
    try {
      const response = await makePasskey(await start.mutateAsync({}))
      if (response) {
        // What the browser hands over is WebAuthn's JSON; the server checks every part of it.
        onAdded(await add.mutateAsync({ body: { name, response: response as NewPasskey } }))
        toast({ title: 'Passkey added', text: 'Use it the next time you sign in.', tone: 'success' })
        return
      }
      setWrong('No passkey was made. Try again, and follow what your browser asks.')
    } catch (fault) {
      setWrong(
        isThereAlready(fault) ? 'This device has a passkey for this account already.' : sentenceOf(fault),
      )
    }
    setBusy(false)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add a passkey"
      text="Your browser makes it with your fingerprint, face or screen lock. It stays with your device or password manager."
    >
      <Form schema={addPasskey.body.pick({ name: true })} onSubmit={make} className="grid gap-5">
        <Field label="Name" name="name" hint="To tell it from others, such as Laptop." error={wrong}>
          <Input autoComplete="off" maxLength={limits.passkeyName} autoFocus />
        </Field>
        <Button type="submit" busy={busy} className="justify-self-end">
          Make the passkey
        </Button>
      </Form>
    </Dialog>
  )
}

function isThereAlready(fault: unknown): boolean {
  return fault instanceof DOMException && fault.name === 'InvalidStateError'
}
