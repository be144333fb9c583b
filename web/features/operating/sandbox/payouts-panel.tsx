import { Landmark } from 'lucide-react'
import { countryName } from '../../../../contract/countries.ts'
import { accountRestrictionLabels } from '../../../../contract/payout-labels.ts'
import { type AccountRestriction, accountRestrictions } from '../../../../contract/payouts.ts'
import {
  createSandboxPlatformPayout,
  getSandboxPayouts,
  restrictSandboxAccount,
  type SandboxAccountRow,
  SandboxBalanceInput,
  setSandboxBalance,
} from '../../../../contract/sandbox.ts'
import { useApiQuery } from '../../../api/query.ts'
import type { ResponseOf } from '../../../api/types.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { MoneyInput } from '../../../ui/money-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { formatTimestamp } from './labels.ts'
import { SandboxButton, useSandboxAction } from './sandbox-action.tsx'

/** The site's balance at the sandbox, payouts to its own bank, and creators' accounts. */
export function PayoutsPanel() {
  const query = useApiQuery(getSandboxPayouts)
  return (
    <QueryState query={query} subject="Payouts" skeleton={<SkeletonList label="Payouts: loading…" />}>
      {({ currency, available, platformPayouts, accounts }) => (
        <div className="grid gap-[18px]">
          <div className="grid gap-[18px] lg:grid-cols-2">
            <Card padding="none" className="grid content-start gap-4 p-4 sm:p-5">
              <BalanceForm available={available} currency={currency} />
            </Card>
            <Card padding="none" className="grid content-start gap-4 p-4 sm:p-5">
              <PlatformPayouts payouts={platformPayouts} currency={currency} />
            </Card>
          </div>
          <Card padding="none" className="overflow-clip">
            <AccountList accounts={accounts} />
          </Card>
        </div>
      )}
    </QueryState>
  )
}

function AccountList({ accounts }: { accounts: Array<SandboxAccountRow> }) {
  return (
    <>
      <h2 className="px-4 pt-[18px] text-lg sm:px-5">Creators’ accounts</h2>
      {accounts.length === 0 ? (
        <EmptyState
          icon={<Landmark aria-hidden />}
          title="No accounts yet"
          description="A creator gets one by connecting a bank account."
        />
      ) : (
        <ul className="m-0 list-none p-0">
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} />
          ))}
        </ul>
      )}
    </>
  )
}

function AccountRow({ account }: { account: SandboxAccountRow }) {
  const { id, email, country, state, restriction } = account
  const restrict = useSandboxAction(restrictSandboxAccount, 'Account changed')
  const change = (value: string) =>
    restrict.mutate({ params: { id }, body: { restriction: toRestriction(value) } })
  return (
    <li className="flex flex-wrap items-end justify-between gap-3 border-line border-b px-4 py-4 last:border-b-0 sm:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="wrap-anywhere font-semibold">{email}</p>
        <p className="text-ink-soft text-sm">{country ? countryName(country) : 'Country unknown'}</p>
      </div>
      {state === 'new' ? (
        <Badge tone="plain">Onboarding not finished</Badge>
      ) : (
        <Field
          label={
            <>
              State<span className="sr-only"> of {email}</span>
            </>
          }
          className="w-full sm:w-80"
        >
          <Select
            options={stateOptions}
            value={restriction ?? ''}
            disabled={restrict.isPending}
            onChange={({ target }) => change(target.value)}
          />
        </Field>
      )}
    </li>
  )
}

const stateOptions = [
  { value: '', label: 'Complete' },
  ...accountRestrictions.map((value) => ({ value, label: accountRestrictionLabels[value] })),
]

function toRestriction(value: string): AccountRestriction | null {
  return accountRestrictions.find((restriction) => restriction === value) ?? null
}

type BalanceFormProps = { available: string | null; currency: string }

function BalanceForm({ available, currency }: BalanceFormProps) {
  const save = useSandboxAction(setSandboxBalance, 'Balance changed')
  return (
    <>
      <div>
        <h2 className="text-lg">Balance for transfers</h2>
        <p className="text-ink-soft">
          {available === null
            ? 'It covers every transfer. Set a limit to see transfers wait.'
            : `${formatMoney(available, currency)} left. Transfers over it wait.`}
        </p>
      </div>
      <Form
        key={available}
        schema={SandboxBalanceInput}
        onSubmit={(body) => save.isPending || save.mutate({ body })}
        errors={save.error?.fields}
        className="grid gap-4"
      >
        <Field label="Available" name="available">
          <MoneyInput currency={currency} defaultValue={available ?? ''} />
        </Field>
        <div className="flex flex-wrap gap-3 max-sm:grid">
          <Button type="submit" isLoading={save.isPending && save.variables.body.available !== null}>
            Set balance
          </Button>
          {available !== null && (
            <Button
              variant="secondary"
              isLoading={save.isPending && save.variables.body.available === null}
              onClick={() => save.isPending || save.mutate({ body: { available: null } })}
            >
              Remove the limit
            </Button>
          )}
        </div>
      </Form>
    </>
  )
}

type PlatformPayoutsProps = {
  payouts: ResponseOf<typeof getSandboxPayouts>['platformPayouts']
  currency: string
}

const amount = '100.00'

function PlatformPayouts({ payouts, currency }: PlatformPayoutsProps) {
  return (
    <>
      <div>
        <h2 className="text-lg">Payouts to your own bank</h2>
        <p className="text-ink-soft">
          A real provider pays out the site’s own money, and the bank can reject it.
        </p>
      </div>
      <div className="flex flex-wrap gap-3 max-sm:grid">
        {(['paid', 'failed'] as const).map((state) => (
          <SandboxButton
            key={state}
            route={createSandboxPlatformPayout}
            input={{ body: { amount, state } }}
            successMessage="Payout made"
          >
            {state === 'paid' ? `Pay out ${formatMoney(amount, currency)}` : 'Fail a payout'}
          </SandboxButton>
        ))}
      </div>
      {payouts.length > 0 && (
        <ul className="m-0 grid list-none gap-2 p-0">
          {payouts.map(({ id, amount: paidOut, state, createdAt }) => (
            <li key={id} className="flex items-center justify-between gap-3">
              <span>
                <b>{formatMoney(paidOut, currency)}</b>
                <span className="block text-ink-faint text-sm">{formatTimestamp(createdAt)}</span>
              </span>
              <Badge tone={state === 'paid' ? 'brand' : 'danger'}>
                {state === 'paid' ? 'Paid' : 'Failed'}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
