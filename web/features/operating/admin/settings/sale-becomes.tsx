import { getInstance } from '../../../../../contract/instance.ts'
import type { SettingState } from '../../../../../contract/instance-settings.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Card } from '../../../../ui/card.tsx'
import { formatMoney } from '../../../../ui/format.ts'

const price = 10

/** What the creator and the site get of a sale, at the fee that is saved. */
export function SaleBecomes({ settings }: { settings: ReadonlyArray<SettingState> }) {
  const { data } = useApiQuery(getInstance)
  const share = Number(settings.find(({ key }) => key === 'feeBasisPoints')?.value ?? 0) / 10_000
  const money = (amount: number) => formatMoney(amount, data?.currency ?? 'USD')
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">What a {money(price)} sale becomes</h2>
      <div aria-hidden className="flex h-3.5 gap-0.5 overflow-hidden rounded-full bg-sunken">
        <span className="bg-brand" style={{ flexGrow: 1 - share }} />
        <span className="bg-accent" style={{ flexGrow: share }} />
      </div>
      <p className="flex flex-wrap justify-between gap-x-6">
        <span>
          <b>{money(price * (1 - share))}</b> the creator
        </span>
        <span>
          <b>{money(price * share)}</b> you, before card costs
        </span>
      </p>
    </Card>
  )
}
