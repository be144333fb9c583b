import type { Instance } from '../../../../contract/instance.ts'
import { afterTax } from '../../../../contract/site.ts'
import { breakEvenSales, splitSales } from '../../../../domain/fees.ts'
import { Island } from '../../../hydration/island.tsx'
import { Card } from '../../../ui/card.tsx'
import { planComparisonIsland } from './plan-comparison.island.tsx'
import { creatorPlan, formatMinorUnits, proPlan } from './plan-prices.ts'

type WhereEachDollarGoesProps = { instance: Pick<Instance, 'feeBasisPoints' | 'currency' | 'proPrice'> }

/** Compares the plans. Hidden where Pro isn’t sold or saves no fee. */
export function WhereEachDollarGoes({ instance }: WhereEachDollarGoesProps) {
  const { feeBasisPoints, currency } = instance
  const creator = creatorPlan(feeBasisPoints)
  const pro = proPlan(instance)
  const breakEven = pro && breakEvenSales(creator, pro)
  if (!pro || breakEven === undefined) return null
  const money = (amount: number) => formatMinorUnits(amount, currency)
  return (
    <section aria-labelledby="dollars">
      <h2 id="dollars" className="mb-2 text-2xl">
        Where each dollar goes
      </h2>
      <p className="mb-5 text-ink-soft">{`Pro pays for itself from ${money(breakEven)} of sales a month${afterTax()}.`}</p>
      <Card padding="none" className="grid gap-6 p-6 sm:p-8">
        <Island island={planComparisonIsland} props={{ creator, pro, breakEven, currency }} />
        <noscript>
          <table className="w-full text-left tabular-nums [&_td]:py-2 [&_th]:py-2 [&_th]:font-semibold">
            <caption className="pb-2 text-left text-ink-soft">What you keep</caption>
            <thead>
              <tr>
                <th scope="col">{`Sales in a month${afterTax()}`}</th>
                <th scope="col">Creator Plan</th>
                <th scope="col">Pro</th>
              </tr>
            </thead>
            <tbody>
              {exampleSales(breakEven).map((sales) => (
                <tr key={sales} className="border-line border-t">
                  <th scope="row">{money(sales)}</th>
                  <td>{money(splitSales(sales, creator).net)}</td>
                  <td>{money(splitSales(sales, pro).net)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </noscript>
        <p className="text-ink-faint text-sm">
          {`We pay the card provider on both plans, so your processing fee is ${money(0)}.`}
        </p>
      </Card>
    </section>
  )
}

/** Below, at and above where Pro pays for itself: round amounts where that is in the hundreds of dollars. */
function exampleSales(breakEven: number): Array<number> {
  return breakEven > 100_000
    ? [Math.ceil(breakEven / 5), breakEven, breakEven * 4]
    : [10_000, breakEven, 200_000]
}
