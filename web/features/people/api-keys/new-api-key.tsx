import { Check, Copy, Plus } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ApiKeyInput, apiKeyDays, createApiKey, listApiKeys } from '../../../../contract/api-keys.ts'
import { limits } from '../../../../contract/limits.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { listSales } from '../../../../contract/sales.ts'
import { type ApiScope, apiScopes, readScopes, scopeLabels } from '../../../../contract/scopes.ts'
import { site } from '../../../../contract/site.ts'
import { formMessage } from '../../../api/client.ts'
import { useApiMutation, useSetQueryData } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { copyToClipboard } from '../../../ui/copy-to-clipboard.ts'
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Input } from '../../../ui/input.tsx'
import { RadioCard, RadioCardGroup } from '../../../ui/radio-card.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.ts'

/** Makes a key, and shows it once. */
export function NewApiKey({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [made, setMade] = useState<string>()
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Plus aria-hidden className="size-4" />
        New key
      </Button>
      {isOpen && (
        <NewKeyDialog
          onClose={() => setIsOpen(false)}
          onMade={(key) => {
            setIsOpen(false)
            setMade(key)
          }}
        />
      )}
      {made && <MadeKeyDialog secret={made} email={email} onClose={() => setMade(undefined)} />}
    </>
  )
}

/** The least is chosen first. */
const choices = {
  sales: { title: 'Read sales and figures', scopes: ['sales:read', 'stats:read'] },
  read: { title: 'Read everything', scopes: readScopes },
  choose: { title: 'Choose', scopes: [] },
} as const satisfies Record<string, { title: string; scopes: ReadonlyArray<ApiScope> }>
type Choice = keyof typeof choices

const ends = [
  { value: '', label: 'Never' },
  ...apiKeyDays.map((days) => ({
    value: String(days),
    label: days === 365 ? 'In a year' : `In ${days} days`,
  })),
]

const FormInput = z.object({ name: ApiKeyInput.shape.name, ends: z.string() })

function NewKeyDialog({ onClose, onMade }: { onClose: () => void; onMade: (key: string) => void }) {
  const setKeys = useSetQueryData(listApiKeys)
  const [choice, setChoice] = useState<Choice>('sales')
  const [chosen, setChosen] = useState<ReadonlyArray<ApiScope>>(['items:read'])
  const send = useApiMutation(createApiKey, {
    onSuccess({ key, keys }) {
      setKeys(keys)
      onMade(key)
    },
  })
  const { error } = send
  const scopes = choice === 'choose' ? chosen : choices[choice].scopes
  const create = ({ name, ends: days }: z.infer<typeof FormInput>) => {
    const expiresInDays = apiKeyDays.find((allowed) => String(allowed) === days) ?? null
    send.mutate({ body: { name, scopes: [...scopes], expiresInDays } })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="New API key">
      <Form schema={FormInput} onSubmit={create} errors={error?.fields} className="grid gap-5">
        <Field
          label="Name"
          name="name"
          hint="Where you’ll use it, such as Spreadsheet."
          error={formMessage('name', error)}
        >
          <Input autoComplete="off" maxLength={limits.maxApiKeyNameLength} autoFocus />
        </Field>
        <RadioCardGroup label="What it can do">
          {Object.entries(choices).map(([value, { title }]) => (
            <RadioCard
              key={value}
              name="choice"
              value={value}
              title={title}
              checked={value === choice}
              // The values are the names of the choices.
              onChange={(next) => setChoice(next as Choice)}
            />
          ))}
        </RadioCardGroup>
        {choice === 'choose' && <ScopeBoxes chosen={chosen} onChange={setChosen} />}
        <Field label="Ends" name="ends">
          <Select options={ends} defaultValue="" />
        </Field>
        <p className="rounded-md bg-sunken p-3.5 text-ink-soft text-sm">
          No key can pay money out, or change your payout details, your email, your passkeys or other keys.
          Deleting an item before its release day refunds its buyers.
        </p>
        <div className="flex justify-end gap-3">
          <Button variant="tertiary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isLoading={send.isPending} disabled={scopes.length === 0}>
            Create key
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

type ScopeBoxesProps = {
  chosen: ReadonlyArray<ApiScope>
  onChange: (scopes: ReadonlyArray<ApiScope>) => void
}

function ScopeBoxes({ chosen, onChange }: ScopeBoxesProps) {
  return (
    <fieldset className="grid">
      <legend className="sr-only">Choose what it can do</legend>
      {apiScopes.map((scope) => (
        <Checkbox
          key={scope}
          checked={chosen.includes(scope)}
          onChange={(event) =>
            onChange(
              apiScopes.filter((other) => (other === scope ? event.target.checked : chosen.includes(other))),
            )
          }
        >
          {scopeLabels[scope]}
        </Checkbox>
      ))}
      {chosen.length === 0 && <p className="text-danger text-sm">Choose what the key can do</p>}
    </fieldset>
  )
}

function MadeKeyDialog({ secret, email, onClose }: { secret: string; email: string; onClose: () => void }) {
  const [isCopied, setIsCopied] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const call = `curl ${site().publicUrl}${buildUrl(listSales)} \\\n  -H "Authorization: Bearer $TIPDROP_KEY"`

  async function copy() {
    if (await copyToClipboard(secret)) setIsCopied(true)
    else
      toast({
        title: 'Couldn’t copy',
        description: 'Select the key and copy it.',
        tone: 'destructive',
      })
  }

  if (isLeaving)
    return (
      <ConfirmDialog
        open
        onOpenChange={setIsLeaving}
        title="Did you save the key?"
        description="We can’t show it again. If it’s lost, make a new one and delete this one."
        confirmLabel="I’ve saved it"
        cancelLabel="Show the key"
        tone="primary"
        onConfirm={onClose}
      />
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open) return
        if (isCopied) onClose()
        else setIsLeaving(true)
      }}
      title="Copy your key now"
      description="We can’t show it again."
    >
      <div className="grid gap-3 rounded-md border border-brand p-3.5">
        <p className="wrap-anywhere font-mono text-sm" data-testid="api-key">
          {secret}
        </p>
        <Button onClick={copy} className="justify-self-start">
          {isCopied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p className="text-ink-soft text-sm">
        Lost it? Make a new one and delete this one. We’ve emailed {email} that a key was made.
      </p>
      <pre className="m-0 overflow-x-auto rounded-md bg-sunken p-3.5 font-mono text-sm">{call}</pre>
      <Button variant="secondary" onClick={onClose} className="justify-self-end">
        I’ve saved it
      </Button>
    </Dialog>
  )
}
