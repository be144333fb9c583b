import { clsx } from 'clsx'
import { Landmark, Send } from 'lucide-react'
import type { User } from '../../../../contract/accounts.ts'
import { countryOptions } from '../../../../contract/countries.ts'
import { getEarningsStats } from '../../../../contract/earnings.ts'
import { getPayee, type PayeeState } from '../../../../contract/payees.ts'
import { payoutMethodLabel, restrictionTexts } from '../../../../contract/payout-labels.ts'
import { getPayoutMethodState, type PayoutMethodState } from '../../../../contract/payout-method-state.ts'
import { type AccountRestriction, getConnectStatus, setPayoutCountry } from '../../../../contract/payouts.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../../api/query.ts'
import type { ResponseOf } from '../../../api/types.ts'
import { Badge } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Section } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.ts'
import { MethodState } from './method-state.tsx'
import { PayoutMethodForm } from './payout-method-form.tsx'

export function PayoutSection({ viewer }: { viewer: User }) {
  const { data: bank } = useApiQuery(getConnectStatus)
  const { data: state } = useApiQuery(getPayoutMethodState)
  const { data: payee } = useApiQuery(getPayee)
  const isByTransfer = bank?.payouts_enabled && !state?.transfersFrom
  const destination = isByTransfer
    ? 'bank transfer to your connected account'
    : manualDestination(state?.usedFrom && state.usedUntilThen ? state.usedUntilThen : viewer)
  return (
    <Section
      id="payouts"
      title="How you get paid"
      description="Where we send your earnings. To change this, you’ll need to sign in again."
      action={
        viewer.payoutEnabled ? <Badge>Payouts enabled</Badge> : <Badge tone="warn">Payouts Not Set Up</Badge>
      }
    >
      <MethodState viewer={viewer} />
      {bank && <PayoutCountry country={bank.country} />}
      <PayoutMethodForm viewer={viewer} country={bank?.country ?? null} />
      <NextPayout destination={destination} held={heldText({ state, payee, isByTransfer })} />
      {bank?.provider && <BankAccountRow status={bank} />}
    </Section>
  )
}

type Held = {
  state: PayoutMethodState | undefined
  payee: PayeeState | undefined
  isByTransfer: boolean | undefined
}

/** What the next payout waits for, besides a payout method and the minimum; undefined for nothing. */
export function heldText({ state, payee, isByTransfer }: Held): string | undefined {
  if (payee?.rule === 'required' && payee.reachesIt && !payee.details)
    return 'Save your payee details and it goes out in the next run.'
  if (state?.confirm && !(isByTransfer && state.confirm.reason === 'returned'))
    return 'Confirm or change where it goes, and it goes out in the next run.'
  if (!isByTransfer && state?.usedFrom && !state.usedUntilThen)
    return `It goes out in the first run after ${formatLongDate(new Date(state.usedFrom))}, when your new details are used.`
  return undefined
}

function manualDestination({
  payoutMethod,
  payoutEmail,
}: Pick<User, 'payoutMethod' | 'payoutEmail'>): string | undefined {
  if (!payoutMethod || !payoutEmail) return undefined
  if (payoutMethod === 'bank') return `bank transfer to the ${payoutEmail}`
  return `${payoutMethodLabel(payoutMethod)} to ${payoutEmail}`
}

function NextPayout({ destination, held }: Pick<NextPayout, 'destination' | 'held'>) {
  const { data } = useApiQuery(getEarningsStats)
  if (!data) return null
  return (
    <p className="flex items-start gap-2.5 rounded-md bg-sunken px-4 py-3.5">
      <Send aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
      <span className="wrap-anywhere">{nextPayoutText({ ...data, destination, held })}</span>
    </p>
  )
}

function BankAccountRow({ status }: { status: ResponseOf<typeof getConnectStatus> }) {
  const { payouts_enabled: isConnected, details_submitted: isStarted, restriction } = status
  const hasAccount = isConnected || isStarted || restriction !== null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-5">
      <p className={clsx('max-w-[34em]', isProblem(restriction) ? 'text-warn' : 'text-ink-soft')}>
        {bankAccountText(status)}
      </p>
      <LinkButton variant="secondary" href="/connect" className="max-sm:w-full">
        <Landmark aria-hidden />
        {hasAccount ? 'Bank account' : 'Connect a bank account'}
      </LinkButton>
    </div>
  )
}

function bankAccountText({
  payouts_enabled: isConnected,
  details_submitted: isStarted,
  restriction,
  country,
  hasTransfers,
}: ResponseOf<typeof getConnectStatus>): string {
  if (isConnected) return 'Your bank account is used instead of the method above.'
  if (restriction && isProblem(restriction)) {
    const { title, text } = restrictionTexts[restriction]
    return `${title}. ${text}`
  }
  if (isStarted) return 'Your bank account setup is in progress.'
  if (country !== null && !hasTransfers)
    return 'Bank accounts in your country can’t be connected, so we use the method above.'
  return 'Or connect a bank account to get paid automatically.'
}

/** Something that the creator must act on, other than finishing the setup. */
function isProblem(restriction: AccountRestriction | null): boolean {
  return restriction !== null && restriction !== 'in_review' && restriction !== 'details_missing'
}

export type PayoutForecast = Pick<
  ResponseOf<typeof getEarningsStats>,
  'availableBalance' | 'currency' | 'minPayoutAmount' | 'nextPayoutAt'
>

type NextPayout = PayoutForecast & {
  /** How and where, such as `PayPal to m•••@pay.example`; undefined without a payout method. */
  destination?: string | undefined
  /** What it waits for, as a sentence; undefined for nothing. */
  held?: string | undefined
}

export function nextPayoutText(payout: NextPayout): string {
  const { availableBalance, currency, minPayoutAmount, nextPayoutAt, destination, held } = payout
  const runDay = nextPayoutAt && formatLongDate(new Date(nextPayoutAt))
  const available = formatMoney(availableBalance, currency)
  const minimum = Number(minPayoutAmount)
  if (availableBalance >= minimum) {
    if (destination && held) return `You have ${available} ready. ${held}`
    const run = runDay
      ? `the payout run on ${runDay}`
      : `the next ${destination ? 'monthly payout run' : 'run'}`
    return destination
      ? `You have ${available} ready. It goes out in ${run}, by ${destination}.`
      : `You have ${available} ready. Add a payout method and it goes out in ${run}.`
  }
  const missing = formatMoney(minimum - availableBalance, currency)
  const start = `Payouts start at ${formatMoney(minPayoutAmount, currency)}`
  const progress =
    availableBalance > 0 ? `You have ${available}. ${start}, so ${missing} to go.` : `${start}.`
  if (!destination) return `${progress} Add a payout method and you’re set.`
  const schedule = runDay ? `The next payout run is on ${runDay}` : 'Your payouts go out monthly'
  return `${progress} ${schedule}, by ${destination}.`
}

/** Where the creator lives, which decides about payout methods. Saved when it is chosen. */
function PayoutCountry({ country }: { country: string | null }) {
  const refresh = useInvalidateQueries()
  const save = useApiMutation(setPayoutCountry, {
    onSuccess: () => refresh(getConnectStatus),
    async onError({ userMessage }) {
      toast({ title: 'Couldn’t save your country', description: userMessage, tone: 'destructive' })
      await refresh(getConnectStatus)
    },
  })
  return (
    <Field label="Country" name="payoutCountry" hint="We use it to show how you can be paid.">
      <Select
        options={[{ value: '', label: 'Choose a country', disabled: true }, ...countryOptions()]}
        value={save.isPending ? save.variables.body.country : (country ?? '')}
        onChange={({ target }) => save.mutate({ body: { country: target.value } })}
      />
    </Field>
  )
}
