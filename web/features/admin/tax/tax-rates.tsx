import { Percent } from 'lucide-react'
import { useState } from 'react'
import { addEuTaxRates, getTaxSettings, type TaxRateEntry } from '../../../../contract/admin-tax.ts'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Input } from '../../../ui/input.tsx'
import { Section } from '../../../ui/section.tsx'
import { AdminOnly } from '../admin-only.tsx'
import { useAdminAction } from '../use-admin-action.ts'
import { AddTaxRate } from './add-tax-rate.tsx'
import { CountryRateList } from './country-rate-list.tsx'
import { type CountryRates, groupByCountry, searchCountries } from './group-rates.ts'

/** The rates by country, and a form that adds one. Countries with only the EU's starting rate are folded. */
export function TaxRates({ rates }: { rates: Array<TaxRateEntry> }) {
  const [search, setSearch] = useState('')
  const countries = groupByCountry(rates)
  return (
    <Section
      id="rates"
      title="Rates"
      description="The newest rate that is valid on the day of a payment applies. Countries without a rate have no tax."
    >
      {countries.length === 0 ? (
        <NoRates />
      ) : (
        <>
          <Input
            type="search"
            aria-label="Search countries"
            placeholder="Search countries"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            className="sm:max-w-[420px]"
          />
          {search.trim() === '' ? (
            <Countries countries={countries} />
          ) : (
            <Found countries={searchCountries(countries, search)} />
          )}
        </>
      )}
      <AdminOnly>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-t pt-4">
          <Disclosure summary={<b>Add a rate</b>}>
            <div className="pt-2 pb-4">
              <AddTaxRate />
            </div>
          </Disclosure>
          {countries.length > 0 && <AddEuRatesButton />}
        </div>
      </AdminOnly>
    </Section>
  )
}

/** What the operator entered or changed, then the rest. */
function Countries({ countries }: { countries: Array<CountryRates> }) {
  const changed = countries.filter(({ isStartingRate }) => !isStartingRate)
  const starting = countries.filter(({ isStartingRate }) => isStartingRate)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {changed.length > 0 && <CountryRateList label="Your rates" countries={changed} />}
      {starting.length > 0 && (
        <Disclosure
          summary={
            <b>
              {starting.length === 1 ? '1 country' : `${starting.length} countries`} with the EU’s rate of
              January 2026
            </b>
          }
        >
          <CountryRateList label="Rates of the EU" countries={starting} />
        </Disclosure>
      )}
    </div>
  )
}

function Found({ countries }: { countries: Array<CountryRates> }) {
  if (countries.length === 0)
    return (
      <p role="status" className="text-ink-soft">
        No rate of a country with this name.
      </p>
    )
  return <CountryRateList label="Found rates" countries={countries} />
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
      className="justify-self-start max-sm:w-full"
      isLoading={add.isPending}
      onClick={() => add.mutate({})}
    >
      Add missing EU rates
    </Button>
  )
}
