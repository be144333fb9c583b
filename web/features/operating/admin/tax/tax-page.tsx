import { updateInstanceSettings } from '../../../../../contract/instance-settings.ts'
import { getTaxSettings } from '../../../../../contract/tax.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Card } from '../../../../ui/card.tsx'
import { ConfirmButton } from '../admin-actions.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import { AdminQueryState } from '../admin-list.tsx'
import { TaxRates } from './tax-rates.tsx'
import { TaxReport } from './tax-report.tsx'

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

/** Turns taxes on and off. Sales that are already paid stay as they are. */
function TaxSwitch({ isEnabled, hasRates }: { isEnabled: boolean; hasRates: boolean }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="grid min-w-0 gap-1">
        <h2 className="flex flex-wrap items-center gap-2.5 text-lg">
          Tax on sales
          <Badge tone={isEnabled ? 'brand' : 'plain'}>{isEnabled ? 'On' : 'Off'}</Badge>
        </h2>
        <p className="text-ink-soft">
          {isEnabled
            ? 'Each new sale includes the tax of the buyer’s country. Receipts show it, and creators see it.'
            : 'Sales include no tax. When you turn it on, the tax of new sales comes out of the price.'}
        </p>
      </div>
      <ConfirmButton
        label={isEnabled ? 'Turn off' : 'Turn on'}
        disabled={!isEnabled && !hasRates}
        title={isEnabled ? 'Turn off taxes?' : 'Turn on taxes?'}
        description={
          isEnabled
            ? 'New sales include no tax. Receipts and the tax of earlier sales stay.'
            : 'Creators get less of each sale in a country with a rate, because the tax comes out of the price. Earlier sales stay as they are.'
        }
        tone="primary"
        route={updateInstanceSettings}
        input={{ body: { taxEnabled: !isEnabled } }}
        successMessage={isEnabled ? 'Taxes are off' : 'Taxes are on'}
      />
    </Card>
  )
}
