import { getTaxSettings } from '../../../../contract/admin-tax.ts'
import { useApiQuery } from '../../../api/query-hooks.ts'
import { AdminLayout } from '../admin-layout.tsx'
import { AdminQueryState } from '../admin-query-state.tsx'
import { TaxRates } from './tax-rates.tsx'
import { TaxReport } from './tax-report.tsx'
import { TaxSwitch } from './tax-switch.tsx'

/** `/admin/tax`: whether prices include tax, the rates, and the report of a quarter. */
export function TaxPage() {
  const read = useApiQuery(getTaxSettings)
  return (
    <AdminLayout
      title="Tax"
      description="Prices include tax. It’s set aside before our fee. Check the rates with your accountant: this isn’t tax advice."
    >
      <AdminQueryState query={read} subject="The tax settings">
        {({ isEnabled, rates }) => (
          <>
            <TaxSwitch isEnabled={isEnabled} hasRates={rates.length > 0} />
            <TaxReport />
            <TaxRates rates={rates} />
          </>
        )}
      </AdminQueryState>
    </AdminLayout>
  )
}
