import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import * as z from 'zod/mini'
import {
  exportLicenseKeys,
  getLicenseSettings,
  type LicenseSettings,
  setLicenseSettings,
} from '../../../../contract/licenses.ts'
import { limits } from '../../../../contract/limits.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { makeLicenseKey } from '../../../../domain/license-key.ts'
import { queryKeyFor, useApiMutation, useApiQuery } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { RequireAuth } from '../../../shared/require-auth.tsx'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Input } from '../../../ui/input.tsx'
import { RadioCard, RadioCardGroup } from '../../../ui/radio-card.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { BackLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'
import { AddKeys, KeysLeft } from './key-list.tsx'

/** How the license keys of an item are made, and how many there are. */
export function LicenseSettingsPage() {
  const { id = '' } = useParams()
  return <RequireAuth subject="License keys">{() => <Settings id={id} />}</RequireAuth>
}

function Settings({ id }: { id: string }) {
  const query = useApiQuery(getLicenseSettings, { params: { id } })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-2">
      <div className="grid justify-items-start gap-2">
        <BackLink href={`/edit/${id}`}>Back to the item</BackLink>
        <h1 className="text-2xl [overflow-wrap:anywhere]">{query.data?.title ?? 'License keys'}</h1>
      </div>
      <QueryState
        query={query}
        subject="License keys"
        skeleton={<SkeletonBlocks label="Loading license keys" sizes={['h-80', 'h-40']} />}
      >
        {(settings) => (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_320px]">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
              <SettingsCard id={id} settings={settings} />
              {usesList(settings) && <AddKeys id={id} settings={settings} />}
            </div>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
              {usesList(settings) && <KeysLeft pool={settings.pool} />}
              <Counts id={id} counts={settings.counts} />
            </div>
          </div>
        )}
      </QueryState>
    </div>
  )
}

const usesList = ({ isOn, mode }: LicenseSettings) => isOn && mode === 'pool'

const numberMessage = 'Enter a whole number, or leave it blank'
const WholeNumberText = z.string().check(z.trim(), z.regex(/^\d{0,6}$/, numberMessage))
const SettingsForm = z.object({
  isOn: z.optional(z.string()),
  mode: z.enum(['made', 'pool']),
  prefix: z.string(),
  maxDevices: WholeNumberText,
  validDays: WholeNumberText,
})

const numberOf = (text: string) => (text === '' ? null : Number(text))

function SettingsCard({ id, settings }: { id: string; settings: LicenseSettings }) {
  const client = useQueryClient()
  const [isOn, setIsOn] = useState(settings.isOn)
  const [mode, setMode] = useState<string>(settings.mode)
  const [prefix, setPrefix] = useState(settings.prefix)
  const mutation = useApiMutation(setLicenseSettings, {
    onSuccess(saved) {
      client.setQueryData(queryKeyFor(buildUrl(getLicenseSettings, { params: { id } })), saved)
      setPrefix(saved.prefix)
      toast({
        title: saved.isOn ? 'Saved' : 'Turned off',
        description: saved.isOn ? savedText(saved) : 'Keys that buyers have go on working.',
        tone: 'success',
      })
    },
    onError: (error) => showErrorToast(error, 'Couldn’t save'),
  })
  return (
    <Card padding="none" className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5 sm:p-7">
      <div className="grid gap-1">
        <h2 className="text-xl">License keys</h2>
        <p className="text-ink-soft">For apps and plug-ins that ask for a key.</p>
      </div>
      <Form
        schema={SettingsForm}
        onSubmit={(values) => {
          if (mutation.isPending) return
          const { maxDevices, validDays } = values
          const body = {
            isOn: values.isOn === 'true',
            mode: values.mode,
            prefix: values.prefix,
            maxDevices: numberOf(maxDevices),
            validDays: numberOf(validDays),
          }
          mutation.mutate({ params: { id }, body })
        }}
        errors={mutation.error?.fields}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
      >
        <Checkbox
          name="isOn"
          value="true"
          checked={isOn}
          onChange={({ currentTarget }) => setIsOn(currentTarget.checked)}
        >
          Give every buyer a key
        </Checkbox>
        <div hidden={!isOn}>
          <RadioCardGroup label="Where keys come from">
            <RadioCard
              name="mode"
              value="made"
              title="We make them"
              description="One for each buyer, when they pay"
              checked={mode === 'made'}
              onChange={setMode}
            />
            <RadioCard
              name="mode"
              value="pool"
              title="Your own list"
              description="You paste keys, we hand them out"
              checked={mode === 'pool'}
              onChange={setMode}
            />
          </RadioCardGroup>
        </div>
        {isOn && mode === 'pool' && !usesList(settings) && (
          <p className="text-ink-soft text-sm">
            Save, then paste your keys. Until there is one, the item says “Sold out”.
          </p>
        )}
        <div hidden={!isOn} className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Begins with"
            name="prefix"
            isOptional
            hint={`Looks like ${example(prefix)}`}
            className={mode === 'pool' ? 'hidden' : undefined}
          >
            <Input
              value={prefix}
              onChange={({ currentTarget }) => setPrefix(currentTarget.value)}
              maxLength={limits.maxLicensePrefixLength}
              autoCapitalize="characters"
              autoComplete="off"
            />
          </Field>
          <Field label="Devices per key" name="maxDevices" isOptional hint="Leave blank for no limit.">
            <Input inputMode="numeric" defaultValue={settings.maxDevices ?? ''} autoComplete="off" />
          </Field>
          <Field label="Valid for days" name="validDays" isOptional hint="Leave blank for no end date.">
            <Input inputMode="numeric" defaultValue={settings.validDays ?? ''} autoComplete="off" />
          </Field>
        </div>
        <Button type="submit" isLoading={mutation.isPending} className="justify-self-start">
          Save
        </Button>
      </Form>
      {isOn && mode === 'made' && <AppExample id={id} />}
    </Card>
  )
}

function savedText(saved: LicenseSettings): string {
  if (usesList(saved) && saved.pool.left === 0)
    return 'Add keys now: the item is sold out until there is one.'
  return 'Every new buyer gets a key. Earlier ones get theirs on their page.'
}

/** A key of the first random bytes that come to mind. */
function example(prefix: string): string {
  const cleaned = prefix.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const bytes = Uint8Array.from({ length: 16 }, (_, index) => (index * 89 + 58) % 256)
  return `${makeLicenseKey(cleaned, bytes)
    .split('-')
    .slice(0, cleaned ? 3 : 2)
    .join('-')}…`
}

function AppExample({ id }: { id: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 rounded-md bg-sunken px-4 py-3">
      <p className="text-sm">
        Your app asks us if a key is good, with one call, and works offline for 14 days.
      </p>
      <Disclosure summary={<span className="font-semibold text-sm">Show me the lines</span>}>
        <pre className="overflow-x-auto py-2 font-mono text-sm">{exampleCode(id)}</pre>
      </Disclosure>
    </div>
  )
}

const exampleCode = (id: string) => `const answer = await fetch('${location.origin}/api/licenses/activate', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    itemId: ${id},
    key: typedKey,
    fingerprint: deviceId,
    label: 'Studio PC',
  }),
})
const license = await answer.json()
// 404: the key doesn’t work. 409: all devices are in use.
if (!answer.ok) showProblem(license.message)
else if (license.valid) save(license.proof)`

function Counts({ id, counts }: { id: string; counts: LicenseSettings['counts'] }) {
  const rows = [
    ['Issued', counts.issued],
    ['Devices in use', counts.devices],
    ['Revoked', counts.revoked],
  ] as const
  return (
    <Card padding="none" className="grid gap-4 p-5 sm:p-7">
      <h2 className="font-body font-semibold text-base tracking-normal">So far</h2>
      <dl className="grid gap-3">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="font-semibold">{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      <LinkButton variant="secondary" href={buildUrl(exportLicenseKeys, { params: { id } })} download>
        <Download aria-hidden />
        Export CSV
      </LinkButton>
    </Card>
  )
}
