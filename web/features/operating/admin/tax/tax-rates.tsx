import { Percent, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { countryName, countryOptions } from '../../../../../contract/countries.ts'
import { regionName, regionOptions, regionWord } from '../../../../../contract/regions.ts'
import {
  addEuTaxRates,
  addTaxRate,
  deleteTaxRate,
  type TaxKind,
  type TaxRateEntry,
  TaxRateInput,
  taxKinds,
} from '../../../../../contract/tax.ts'
import { euTaxRates, euTaxRatesValidFrom, formatTaxRate } from '../../../../../domain/tax.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Section } from '../../../../ui/card.tsx'
import { Disclosure } from '../../../../ui/disclosure.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Form } from '../../../../ui/form.tsx'
import { Input } from '../../../../ui/input.tsx'
import { Select } from '../../../../ui/select.tsx'
import { ActionButton, useAdminAction } from '../admin-actions.tsx'
import { AdminOnly } from '../admin-layout.tsx'

export const taxKindLabels: Record<TaxKind, string> = { digital: 'Digital content', ebook: 'E-books' }

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
      action={<AddEuRatesButton />}
    />
  )
}

function AddEuRatesButton() {
  return (
    <ActionButton
      route={addEuTaxRates}
      input={{}}
      successMessage="EU rates added"
      label="Add missing EU rates"
      className="justify-self-start max-sm:w-full"
    />
  )
}

const countries = countryOptions()
const kinds = taxKinds.map((value) => ({ value, label: taxKindLabels[value] }))

/** Adds a rate from a day on. A country's rates for e-books are only needed where they differ. */
function AddTaxRate() {
  const form = useRef<HTMLDivElement>(null)
  const [country, setCountry] = useState('')
  const regions = regionOptions(country)
  const add = useAdminAction(addTaxRate, {
    successMessage: 'Rate added',
    onSuccess: () => {
      form.current?.closest('form')?.reset()
      setCountry('')
    },
  })
  return (
    <Form
      schema={TaxRateInput}
      errors={add.error?.fields}
      onSubmit={(body) => add.mutate({ body })}
      aria-label="Add a rate"
    >
      <div
        ref={form}
        className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr_auto] lg:items-start"
      >
        <div className="grid gap-4">
          <Field label="Country" name="country">
            <Select
              options={[{ value: '', label: 'Choose a country' }, ...countries]}
              onChange={({ target }) => setCountry(target.value)}
            />
          </Field>
          {regions.length > 0 && (
            <Field label={regionWord(country)} name="region">
              <Select options={[{ value: '', label: 'The whole country' }, ...regions]} />
            </Field>
          )}
        </div>
        <Field label="Kind" name="kind">
          <Select options={kinds} />
        </Field>
        <Field label="Rate in percent" name="percent">
          <Input inputMode="decimal" placeholder="19" required />
        </Field>
        <Field label="Valid from" name="validFrom">
          <Input type="date" required />
        </Field>
        <Button type="submit" isLoading={add.isPending} className="lg:mt-[1.9rem]">
          Add rate
        </Button>
      </div>
    </Form>
  )
}

function CountryRateList({ label, countries }: { label: string; countries: Array<CountryRates> }) {
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
  const { id, country, region, kind, validFrom, state, rateMillionths } = rate
  const place = region === '' ? countryName(country) : regionName(country, region)
  return (
    <li className="flex min-h-11 items-center justify-end gap-x-3">
      <span className="flex flex-wrap items-center justify-end gap-x-2 text-right text-ink-soft text-sm">
        {region !== '' && <b>{place}</b>}
        {kind !== 'digital' && <span>{taxKindLabels[kind]}</span>}
        <span>from {validFrom}</span>
        {(!isOnly || state !== 'current') && <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge>}
      </span>
      <b>{formatTaxRate(rateMillionths)}</b>
      <ActionButton
        route={deleteTaxRate}
        input={{ params: { id } }}
        successMessage="Rate deleted"
        label={<Trash2 aria-hidden />}
        aria-label={`Delete the rate of ${place} from ${validFrom}`}
        variant="tertiary"
        size="sm"
      />
    </li>
  )
}

/** The rates of a country. `isStartingRate`: it only has the rate with which the EU's table begins. */
type CountryRates = {
  country: string
  name: string
  rates: Array<TaxRateEntry>
  isStartingRate: boolean
}

export function groupByCountry(rates: ReadonlyArray<TaxRateEntry>): Array<CountryRates> {
  const byCountry = Map.groupBy(rates, ({ country }) => country)
  return [...byCountry]
    .map(([country, list]) => ({
      country,
      name: countryName(country),
      rates: list,
      isStartingRate: list.length === 1 && list.every(isStartingRate),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

function isStartingRate({ country, region, kind, rateMillionths, validFrom }: TaxRateEntry): boolean {
  return (
    region === '' &&
    kind === 'digital' &&
    rateMillionths === euTaxRates[country] &&
    validFrom === euTaxRatesValidFrom
  )
}

/** The countries whose name contains the text, or whose code it is. */
export function searchCountries(countries: ReadonlyArray<CountryRates>, text: string): Array<CountryRates> {
  const typed = text.trim().toLowerCase()
  return countries.filter(
    ({ country, name }) => name.toLowerCase().includes(typed) || country.toLowerCase() === typed,
  )
}
