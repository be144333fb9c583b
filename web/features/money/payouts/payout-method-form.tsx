import { type ComponentProps, useRef, useState } from 'react'
import { getUser, type User } from '../../../../contract/accounts.ts'
import {
  bankFormsOf,
  formatBankAccount,
  isBankFormId,
  parseAccountHolder,
  shownForm,
} from '../../../../contract/bank-accounts.ts'
import { type BankField, type BankFormId, bankForms } from '../../../../contract/bank-forms.ts'
import { getEarningsStats } from '../../../../contract/earnings.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { isMethodOffered, parsePayoutDestination } from '../../../../contract/payout-destination.ts'
import { payoutMethodLabel } from '../../../../contract/payout-labels.ts'
import { getPayoutMethodState } from '../../../../contract/payout-method-state.ts'
import { getPayoutHistory, type PayoutMethod, setPayoutMethod } from '../../../../contract/payouts.ts'
import { screenLimits } from '../../../../contract/screen-limits.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../../api/query.ts'
import { SaveBarForm } from '../../../shared/save-bar-form.tsx'
import { Field } from '../../../ui/field.tsx'
import type { FormIssue, FormSchema } from '../../../ui/form-schema.ts'
import { Input } from '../../../ui/input.tsx'
import { RadioCard, RadioCardGroup } from '../../../ui/radio-card.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.ts'

type PayoutMethodValues = { payoutMethod: PayoutMethod; payoutEmail: string }
type Values = Record<string, string>

/** The fields that together are the destination. */
const destinationNames = [
  'payoutEmail',
  'holder',
  ...new Set(Object.values(bankForms).flatMap(({ fields }) => fields.map(({ name }) => name))),
]

/** The payout form: one field for most methods, the parts of an account for a bank transfer. */
export const payoutMethodSchema: FormSchema<PayoutMethodValues> = {
  safeParse(input) {
    const values: Values = Object.fromEntries(
      Object.entries(input ?? {}).map(([name, value]) => [name, String(value)]),
    )
    const { payoutMethod } = values
    if (!isPayoutMethod(payoutMethod)) return failure([['payoutMethod', 'Choose a payout method']])
    if (payoutMethod === 'bank') return parseBank(values)
    if (payoutMethod === 'wise') return parseWise(values)
    const parsed = parsePayoutDestination(payoutMethod, values.payoutEmail ?? '')
    if ('error' in parsed) return failure([['payoutEmail', parsed.error]])
    return { success: true, data: { payoutMethod, payoutEmail: parsed.value } }
  },
}

/** Wise pays an address under the name on its account. */
function parseWise(values: Values): ReturnType<typeof payoutMethodSchema.safeParse> {
  const holder = parseAccountHolder(values.holder ?? '')
  const email = parsePayoutDestination('paypal', values.payoutEmail ?? '')
  const errors: Array<[string, string]> = []
  if ('error' in holder) errors.push(['holder', holder.error])
  if ('error' in email) errors.push(['payoutEmail', email.error])
  if ('error' in holder || 'error' in email) return failure(errors)
  return { success: true, data: { payoutMethod: 'wise', payoutEmail: `${holder.value}, ${email.value}` } }
}

function parseBank(values: Values): ReturnType<typeof payoutMethodSchema.safeParse> {
  const form = isBankFormId(values.bankKind) ? values.bankKind : 'iban'
  const { holder, fields: formFields } = shownForm(form)
  const fields = [{ name: 'holder', parse: holder?.parse ?? parseAccountHolder }, ...formFields]
  const parts: Values = {}
  const errors: Array<[string, string]> = []
  for (const { name, parse } of fields) {
    const parsed = parse(values[name] ?? '')
    if ('error' in parsed) errors.push([name, parsed.error])
    else parts[name] = parsed.value
  }
  if (errors.length > 0) return failure(errors)
  const payoutEmail = formatBankAccount({ form, holder: parts.holder ?? '', values: parts })
  return { success: true, data: { payoutMethod: 'bank', payoutEmail } }
}

function failure(errors: Array<[string, string]>): { success: false; error: { issues: Array<FormIssue> } } {
  return { success: false, error: { issues: errors.map(([name, message]) => ({ path: [name], message })) } }
}

const changeNames = Object.fromEntries(
  ['payoutMethod', 'bankKind', ...destinationNames].map((name) => [name, 'payout method']),
)

type PayoutMethodFormProps = { viewer: User; country: string | null }

export function PayoutMethodForm({ viewer, country }: PayoutMethodFormProps) {
  const refresh = useInvalidateQueries()
  const send = useApiMutation(setPayoutMethod, {
    onSuccess: ({ payoutMethod, payoutEmail }) =>
      toast({
        title: 'Payout Setup Complete',
        description: `We’ll send your payouts to ${payoutMethodLabel(payoutMethod)}, ${payoutEmail}.`,
        tone: 'success',
      }),
    onError(error) {
      toast({ title: 'Setup Failed', description: error.userMessage, tone: 'destructive' })
    },
  })

  return (
    <SaveBarForm
      schema={payoutMethodSchema}
      changeNames={changeNames}
      onSave={async (body) => {
        await send.mutateAsync({ body })
        await refresh(getUser, getEarningsStats, getPayoutHistory, getPayoutMethodState)
      }}
      onInvalid={(_, typed) => {
        const isEmpty = destinationNames.every((name) => !typed[name]?.trim())
        if (!typed.payoutMethod || isEmpty) toast(missingInformationToast)
      }}
      // Every other error is shown as a toast.
      error={send.error && Object.keys(send.error.fields).length > 0 ? send.error : null}
      isSaving={send.isPending}
    >
      <MethodFields viewer={viewer} country={country} />
    </SaveBarForm>
  )
}

function MethodFields({ viewer, country }: PayoutMethodFormProps) {
  const fields = useRef<HTMLDivElement>(null)
  const currency = useApiQuery(getInstance).data?.currency ?? 'USD'
  const [method, setMethod] = useState(isPayoutMethod(viewer.payoutMethod) ? viewer.payoutMethod : undefined)
  return (
    <>
      <RadioCardGroup label="Payout method" columns={3}>
        {payoutMethodNames
          .filter((name) => name === viewer.payoutMethod || isMethodOffered(name, country, currency))
          .map((name) => (
            <RadioCard
              key={name}
              name="payoutMethod"
              value={name}
              title={payoutMethodLabel(name)}
              description={methodDescriptions[name]}
              checked={method === name}
              onChange={() => {
                setMethod(name)
                requestAnimationFrame(() => fields.current?.scrollIntoView({ block: 'nearest' }))
              }}
            />
          ))}
      </RadioCardGroup>
      <div ref={fields} className="scroll-mb-28">
        {method === 'bank' && <BankAccountFields country={country} />}
        {method === 'wise' && (
          <Field
            label="Name on the account"
            name="holder"
            hint="Exactly as your bank has it. Wise compares it."
            className="mb-5"
          >
            <Input autoComplete="name" maxLength={80} />
          </Field>
        )}
        {method !== undefined && method !== 'bank' && (
          <Field
            key={method}
            label={destinationFields[method].label}
            name="payoutEmail"
            hint={hintFor(method, viewer)}
          >
            <Input
              {...destinationFields[method].input}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={screenLimits.maxEmailLength}
            />
          </Field>
        )}
      </div>
    </>
  )
}

/** Saved details are never sent to the browser, so the field is empty and the hint shows what is saved. */
function hintFor(method: Exclude<PayoutMethod, 'bank'>, { payoutMethod, payoutEmail }: User): string {
  const { hint } = destinationFields[method]
  return method === payoutMethod && payoutEmail ? `${hint} Saved: ${payoutEmail}` : hint
}

const missingInformationToast = {
  title: 'Missing Information',
  description: 'Please select a payout method and enter your email',
  tone: 'destructive',
} as const

/** The parts of a bank account: its holder, and what banks of the creator's country ask for. */
function BankAccountFields({ country }: { country: string | null }) {
  const forms = bankFormsOf(country)
  const [chosen, setChosen] = useState<BankFormId>()
  const form = chosen !== undefined && forms.includes(chosen) ? chosen : (forms[0] ?? 'iban')
  const { fields, holder } = shownForm(form)
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {forms.length > 1 ? (
        <SegmentedControl
          label="Kind of account"
          name="bankKind"
          options={forms.map((value) => ({ value, label: bankForms[value].label }))}
          value={form}
          onChange={setChosen}
          className="sm:col-span-2"
        />
      ) : (
        <input type="hidden" name="bankKind" value={form} />
      )}
      <Field
        key={holder?.label ?? 'holder'}
        label={holder?.label ?? 'Account holder'}
        name="holder"
        hint={holder?.hint ?? 'The name on the account, exactly as your bank has it.'}
        className="sm:col-span-2"
      >
        <Input
          autoComplete={holder ? 'off' : 'name'}
          maxLength={80}
          {...(holder && { placeholder: holder.placeholder })}
        />
      </Field>
      {fields.map((field, index) => (
        <BankAccountField
          key={`${form}/${field.name}`}
          field={field}
          isLast={index === fields.length - 1}
          isWide={index === fields.length - 1 && fields.length % 2 === 1}
        />
      ))}
    </div>
  )
}

type BankAccountFieldProps = { field: BankField; isLast: boolean; isWide: boolean }

function BankAccountField({ field, isLast, isWide }: BankAccountFieldProps) {
  const { name, label, placeholder, hint, options } = field
  const note = [hint, isLast && 'After you save, only the last 4 digits are shown.'].filter(Boolean).join(' ')
  return (
    <Field
      label={label}
      name={name}
      {...(note && { hint: note })}
      {...(isWide && { className: 'sm:col-span-2' })}
    >
      {options ? (
        <Select options={[{ value: '', label: 'Choose' }, ...options]} defaultValue="" />
      ) : (
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={42}
          {...(placeholder && { placeholder })}
        />
      )}
    </Field>
  )
}

/** In display order. */
const payoutMethodNames = ['paypal', 'wise', 'bank', 'zelle', 'venmo', 'cashapp'] as const

function isPayoutMethod(value: string | null | undefined): value is PayoutMethod {
  return payoutMethodNames.some((name) => name === value)
}

const methodDescriptions: Record<PayoutMethod, string> = {
  paypal: 'To your PayPal account',
  wise: 'To your Wise account',
  bank: 'To your bank account',
  zelle: 'US bank accounts',
  venmo: 'US only',
  cashapp: 'US only',
}

type DestinationField = {
  label: string
  hint: string
  input: Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'placeholder'>
}

const email = { type: 'email', inputMode: 'email', autoComplete: 'email' } as const
const name = { type: 'text', inputMode: 'text', autoComplete: 'off' } as const

/** The destination field of each method; a bank account has several (`bankForms`). */
const destinationFields: Record<Exclude<PayoutMethod, 'bank'>, DestinationField> = {
  paypal: {
    label: 'PayPal email',
    hint: 'The email address of your PayPal account.',
    input: { ...email, placeholder: 'you@example.com' },
  },
  wise: {
    label: 'Wise email',
    hint: 'Wise may ask you there where the money should go. Answer within a week.',
    input: { ...email, placeholder: 'you@example.com' },
  },
  zelle: {
    label: 'Zelle email or US phone number',
    hint: 'The one you enrolled with your bank.',
    input: { ...name, inputMode: 'email', placeholder: 'you@example.com' },
  },
  venmo: {
    label: 'Venmo username or US phone number',
    hint: 'You’ll find it in the app, under your name.',
    input: { ...name, placeholder: '@username' },
  },
  cashapp: {
    label: '$Cashtag',
    hint: 'We add the $ if you leave it out.',
    input: { ...name, placeholder: '$cashtag' },
  },
}
