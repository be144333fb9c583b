import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { PasskeyRegistration } from '../../../../contract/accounts.ts'
import { limits } from '../../../../contract/limits.ts'
import {
  addPasskey,
  createPasskeyOptions,
  listPasskeys,
  NewPasskeyInput,
  type Passkey,
  PasskeyNameInput,
  removePasskey,
  renamePasskey,
} from '../../../../contract/settings.ts'
import { formMessage, userMessage } from '../../../api/client.ts'
import { createPasskey, supportsPasskeys } from '../../../api/passkeys.ts'
import { useApiMutation, useApiQuery, useSetQueryData } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Input } from '../../../ui/input.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'

export function PasskeyList() {
  const query = useApiQuery(listPasskeys)
  const setPasskeys = useSetQueryData(listPasskeys)
  return (
    <QueryState
      query={query}
      subject="Your passkeys"
      skeleton={<SkeletonBlocks label="Loading your passkeys" sizes={['h-11']} />}
    >
      {(passkeys) => (
        <div className="grid gap-4">
          {passkeys.length > 0 ? (
            <ul className="m-0 grid list-none p-0">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onChanged={setPasskeys} />
              ))}
            </ul>
          ) : (
            <p className="text-ink-soft">
              No passkeys yet. Add one to sign in with your fingerprint, face or screen lock instead of a
              code.
            </p>
          )}
          <AddPasskey onAdded={setPasskeys} />
        </div>
      )}
    </QueryState>
  )
}

type PasskeyRowProps = { passkey: Passkey; onChanged: (passkeys: Array<Passkey>) => void }

function PasskeyRow({ passkey, onChanged }: PasskeyRowProps) {
  const [openDialog, setOpenDialog] = useState<'rename' | 'remove'>()
  const close = () => setOpenDialog(undefined)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0 first:pt-0">
      <KeyRound aria-hidden className="size-5 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">{passkey.name}</p>
        <p className="text-ink-soft text-sm">
          Added on <LocalTime iso={passkey.addedAt} format="date" />
        </p>
      </div>
      <div className="flex gap-1">
        <Button variant="tertiary" size="sm" onClick={() => setOpenDialog('rename')}>
          Rename<span className="sr-only"> {passkey.name}</span>
        </Button>
        <Button variant="tertiary" size="sm" onClick={() => setOpenDialog('remove')}>
          Remove<span className="sr-only"> {passkey.name}</span>
        </Button>
      </div>
      {openDialog === 'rename' && (
        <RenamePasskeyDialog passkey={passkey} onChanged={onChanged} onClose={close} />
      )}
      {openDialog === 'remove' && (
        <RemovePasskeyDialog passkey={passkey} onChanged={onChanged} onClose={close} />
      )}
    </li>
  )
}

function RenamePasskeyDialog({ passkey, onChanged, onClose }: PasskeyRowProps & { onClose: () => void }) {
  const send = useApiMutation(renamePasskey, {
    onSuccess(passkeys) {
      onChanged(passkeys)
      onClose()
    },
  })
  const { error } = send
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Rename passkey">
      <Form
        schema={PasskeyNameInput}
        onSubmit={(body) => send.mutate({ params: { id: passkey.id }, body })}
        errors={error?.fields}
        className="grid gap-5"
      >
        <Field label="Name" name="name" error={formMessage('name', error)}>
          <Input autoComplete="off" maxLength={limits.maxPasskeyNameLength} defaultValue={passkey.name} />
        </Field>
        <Button type="submit" isLoading={send.isPending} className="justify-self-end">
          Save name
        </Button>
      </Form>
    </Dialog>
  )
}

function RemovePasskeyDialog({ passkey, onChanged, onClose }: PasskeyRowProps & { onClose: () => void }) {
  const send = useApiMutation(removePasskey, {
    onSuccess(passkeys) {
      onChanged(passkeys)
      onClose()
      toast({ title: 'Passkey removed', tone: 'success' })
    },
    onError: (error) => showErrorToast(error, 'Couldn’t remove passkey'),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove ${passkey.name}?`}
      description="You won’t be able to sign in with it anymore. Your device may still list it, so delete it there too."
      confirmLabel="Remove passkey"
      isLoading={send.isPending}
      onConfirm={() => send.mutate({ params: { id: passkey.id } })}
    />
  )
}

type AddPasskeyProps = { onAdded: (passkeys: Array<Passkey>) => void }
type PasskeyForm = { name: string }

function AddPasskey({ onAdded }: AddPasskeyProps) {
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
