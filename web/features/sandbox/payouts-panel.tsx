import { getSandboxPayouts } from '../../../contract/sandbox-payouts.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { QueryState } from '../../shared/query-state.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonList } from '../../ui/skeleton-rows.tsx'
import { AccountList } from './account-list.tsx'
import { BalanceForm } from './balance-form.tsx'
import { PlatformPayouts } from './platform-payouts.tsx'

/** The site's balance at the sandbox, payouts to its own bank, and creators' accounts. */
export function PayoutsPanel({ onChange }: { onChange: () => void }) {
  const query = useApiQuery(getSandboxPayouts)
  const refetch = () => {
    void query.refetch()
    onChange()
  }
  return (
    <QueryState query={query} subject="Payouts" skeleton={<SkeletonList label="Payouts: loading…" />}>
      {({ currency, available, platformPayouts, accounts }) => (
        <div className="grid gap-[18px]">
          <div className="grid gap-[18px] lg:grid-cols-2">
            <Card padding="none" className="grid content-start gap-4 p-4 sm:p-5">
              <BalanceForm available={available} currency={currency} onChange={refetch} />
            </Card>
            <Card padding="none" className="grid content-start gap-4 p-4 sm:p-5">
              <PlatformPayouts payouts={platformPayouts} currency={currency} onChange={refetch} />
            </Card>
          </div>
          <Card padding="none" className="overflow-clip">
            <AccountList accounts={accounts} onChange={refetch} />
          </Card>
        </div>
      )}
    </QueryState>
  )
}
