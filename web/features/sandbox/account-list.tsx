import { Landmark } from 'lucide-react'
import { countryName } from '../../../contract/countries.ts'
import { accountRestrictionLabels } from '../../../contract/payout-labels.ts'
import { type AccountRestriction, accountRestrictions } from '../../../contract/payouts.ts'
import { restrictSandboxAccount, type SandboxAccountRow } from '../../../contract/sandbox-payouts.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useSandboxAction } from './use-sandbox-action.ts'

type AccountListProps = { accounts: Array<SandboxAccountRow>; onChange: () => void }

/** Creators' connected accounts, each with the states that a real provider would set. */
export function AccountList({ accounts, onChange }: AccountListProps) {
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
            <AccountRow key={account.id} account={account} onChange={onChange} />
          ))}
        </ul>
      )}
    </>
  )
}

function AccountRow({ account, onChange }: { account: SandboxAccountRow; onChange: () => void }) {
  const { id, email, country, state, restriction } = account
  const restrict = useSandboxAction(restrictSandboxAccount, { successMessage: 'Account changed', onChange })
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
