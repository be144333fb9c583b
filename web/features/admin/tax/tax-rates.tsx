import { Percent, Trash2 } from 'lucide-react'
import {
  addEuTaxRates,
  deleteTaxRate,
  getTaxSettings,
  type TaxRateEntry,
} from '../../../../contract/admin-tax.ts'
import { countryName } from '../../../../contract/countries.ts'
import { formatTaxRate } from '../../../../domain/tax.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { AdminOnly } from '../admin-only.tsx'
import { useAdminAction } from '../use-admin-action.ts'
import { AddTaxRate } from './add-tax-rate.tsx'
import { taxKindLabels } from './tax-labels.ts'

/** The table of rates, and a form that adds one. */
export function TaxRates({ rates }: { rates: Array<TaxRateEntry> }) {
  return (
    <Section
      id="rates"
      title="Rates"
      description="The newest rate that is valid on the day of a payment applies. Countries without a rate have no tax."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px]">
        <Card>
          <AdminOnly>
            <AddTaxRate />
          </AdminOnly>
        </Card>
        <Card className="overflow-clip p-0">
          {rates.length === 0 ? (
            <NoRates />
          ) : (
            <DataTable label="Tax rates" columns={columns} rows={rates} rowKey={({ id }) => id} />
          )}
        </Card>
        {rates.length > 0 && (
          <AdminOnly>
            <AddEuRatesButton />
          </AdminOnly>
        )}
      </div>
    </Section>
  )
}

function NoRates() {
  return (
    <EmptyState
      icon={<Percent aria-hidden />}
      title="No rates yet"
      description="Start with the standard rates of the EU as of January 2026, and correct what has changed since."
      action={
        <AdminOnly>
          <AddEuRatesButton />
        </AdminOnly>
      }
    />
  )
}

function AddEuRatesButton() {
  const add = useAdminAction(addEuTaxRates, {
    successMessage: 'EU rates added',
    invalidates: [getTaxSettings],
  })
  return (
    <Button
      variant="secondary"
      className="justify-self-start"
      isLoading={add.isPending}
      onClick={() => add.mutate({})}
    >
      Add missing EU rates
    </Button>
  )
}

const stateLabels = { past: 'Replaced', current: 'In effect', future: 'Later' }
const stateTones = { past: 'plain', current: 'brand', future: 'warm' } as const

const columns: Array<Column<TaxRateEntry>> = [
  {
    name: 'Country',
    cell: ({ country }) => (
      <b>
        {countryName(country)} ({country})
      </b>
    ),
    isRowHeader: true,
  },
  { name: 'Kind', cell: ({ kind }) => taxKindLabels[kind] },
  { name: 'Valid from', cell: ({ validFrom }) => validFrom },
  { name: 'State', cell: ({ state }) => <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge> },
  { name: 'Rate', cell: ({ rateBps }) => formatTaxRate(rateBps), isNumeric: true },
  {
    name: 'Delete',
    cell: (rate) => (
      <AdminOnly>
        <DeleteButton rate={rate} />
      </AdminOnly>
    ),
    isNumeric: true,
  },
]

function DeleteButton({ rate: { id, country, validFrom } }: { rate: TaxRateEntry }) {
  const remove = useAdminAction(deleteTaxRate, {
    successMessage: 'Rate deleted',
    invalidates: [getTaxSettings],
  })
  return (
    <Button
      variant="tertiary"
      size="sm"
      isLoading={remove.isPending}
      aria-label={`Delete the rate of ${countryName(country)} from ${validFrom}`}
      onClick={() => remove.mutate({ params: { id } })}
    >
      <Trash2 aria-hidden />
    </Button>
  )
}
