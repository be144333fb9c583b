import { useId, useLayoutEffect, useRef, useState } from 'react'
import { afterTax } from '../../../../contract/site.ts'
import { type PlanPrice, splitSales } from '../../../../domain/fees.ts'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { filledTo } from '../../../ui/slider.ts'
import { formatMinorUnits } from './plan-prices.ts'

/** Amounts are in minor units. */
type PlanComparisonProps = { creator: PlanPrice; pro: PlanPrice; breakEven: number; currency: string }

/** Amounts of which the slider shows at least as much, whatever the plans cost. */
const smallest = { initial: 100_000, step: 500, max: 200_000 }

function PlanComparison({ creator, pro, breakEven, currency }: PlanComparisonProps) {
  const id = useId()
  const slider = useRef<HTMLInputElement>(null)
  // About a hundredth of where Pro pays for itself, as a round amount.
  const step = Math.max(smallest.step, 10 ** (String(breakEven).length - 3))
  const initial = breakEven > smallest.initial ? Math.ceil(breakEven / step) * step : smallest.initial
  const max = Math.max(smallest.max, Math.ceil((2 * breakEven) / step) * step)
  const [sales, setSales] = useState(initial)
  const money = (amount: number) => formatMinorUnits(amount, currency)
  // The slider may have been moved before it was hydrated.
  useLayoutEffect(() => setSales((shown) => slider.current?.valueAsNumber ?? shown), [])
  return (
    <div className="grid gap-6 noscript:hidden">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <label htmlFor={id} className="font-semibold">
            {`Your sales in a month${afterTax()}`}
          </label>
          <span aria-hidden className="font-[650] font-display text-2xl tracking-[-0.02em]">
            {money(sales)}
          </span>
        </div>
        <input
          ref={slider}
          id={id}
          type="range"
          min={0}
          max={max}
          step={step}
          defaultValue={initial}
          aria-valuetext={money(sales)}
          onInput={({ currentTarget }) => setSales(currentTarget.valueAsNumber)}
          className="slider h-11 w-full cursor-pointer"
          style={filledTo(sales / max)}
        />
      </div>
      <dl className="grid gap-5">
        <PlanBar name="Creator Plan" sales={sales} plan={creator} currency={currency} />
        <PlanBar name="Pro" sales={sales} plan={pro} currency={currency} />
      </dl>
      <output htmlFor={id} className="rounded-md bg-brand-soft px-4 py-3 font-semibold text-brand">
        {comparisonText(splitSales(sales, pro).net - splitSales(sales, creator).net, money)}
      </output>
    </div>
  )
}

type PlanBarProps = { name: string; sales: number; plan: PlanPrice; currency: string }

function PlanBar({ name, sales, plan, currency }: PlanBarProps) {
  const { cost, net } = splitSales(sales, plan)
  const netShare = sales === 0 ? 0 : Math.max(0, net / sales)
  return (
    <div className="grid gap-2">
      <dt className="font-semibold">{name}</dt>
      <dd className="grid gap-2">
        <div aria-hidden className="flex h-3.5 gap-0.5 overflow-hidden rounded-full bg-sunken">
          <span className="bg-brand" style={{ width: `${netShare * 100}%` }} />
          {cost > 0 && <span className="flex-1 bg-accent" />}
        </div>
        <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 tabular-nums">
          <span>
            You keep <b className="font-[650]">{formatMinorUnits(net, currency)}</b>
          </span>
          <span className="text-ink-soft">{costText(plan, formatMinorUnits(cost, currency))}</span>
        </div>
      </dd>
    </div>
  )
}

function costText({ feeBasisPoints, monthlyAmount }: PlanPrice, cost: string): string {
  const fee = feeBasisPoints > 0 && `${feeBasisPoints / 100}% platform fee`
  const price = monthlyAmount > 0 && 'Monthly price'
  return `${[fee, price].filter(Boolean).join(' and ')}: ${cost}`
}

function comparisonText(difference: number, money: (amount: number) => string): string {
  if (difference === 0) return 'You’d keep the same on both plans.'
  const plan = difference > 0 ? 'with Pro' : 'on the Creator Plan'
  return `You’d keep ${money(Math.abs(difference))} more ${plan}.`
}

export const planComparisonIsland: IslandDefinition<PlanComparisonProps> = {
  name: 'plan-comparison',
  entry: 'web/features/site/pricing/plan-comparison.island.tsx',
  Component: PlanComparison,
}
