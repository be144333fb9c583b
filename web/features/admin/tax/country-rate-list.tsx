import { Trash2 } from 'lucide-react'
import { deleteTaxRate, getTaxSettings, type TaxRateEntry } from '../../../../contract/admin-tax.ts'
import { countryName } from '../../../../contract/countries.ts'
import { formatTaxRate } from '../../../../domain/tax.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { AdminOnly } from '../admin-only.tsx'
import { useAdminAction } from '../use-admin-action.ts'
import type { CountryRates } from './group-rates.ts'
import { taxKindLabels } from './tax-labels.ts'

/** A line for each country, or several where it has more than one rate. */
export function CountryRateList({ label, countries }: { label: string; countries: Array<CountryRates> }) {
  return (
    <ul aria-label={label} className="m-0 grid list-none p-0 md:grid-cols-2 md:gap-x-10">
      {countries.map(({ country, name, rates }) => (
        <li
          key={country}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,auto)] items-start gap-x-4 border-line border-b py-1"
        >
          <span className="wrap-anywhere py-2.5 font-semibold">
            {name} ({country})
          </span>
          <ul className="m-0 grid list-none p-0">
            {rates.map((rate) => (
              <RateLine key={rate.id} rate={rate} isOnly={rates.length === 1} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

const stateLabels = { past: 'Replaced', current: 'In effect', future: 'Later' }
const stateTones = { past: 'plain', current: 'brand', future: 'warm' } as const

/** The facts of a rate that differ from the usual: its kind, and its state where there are others. */
function RateLine({ rate, isOnly }: { rate: TaxRateEntry; isOnly: boolean }) {
  const { kind, validFrom, state, rateBps } = rate
  return (
    <li className="flex min-h-11 items-center justify-end gap-x-3">
      <span className="flex flex-wrap items-center justify-end gap-x-2 text-right text-ink-soft text-sm">
        {kind !== 'digital' && <span>{taxKindLabels[kind]}</span>}
        <span>from {validFrom}</span>
        {(!isOnly || state !== 'current') && <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge>}
      </span>
      <b>{formatTaxRate(rateBps)}</b>
      <AdminOnly>
        <DeleteButton rate={rate} />
      </AdminOnly>
    </li>
  )
}

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
