import { FlaskConical } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { getContentStats } from '../../../../../contract/analytics.ts'
import { getContentForEditing, setContentStatus } from '../../../../../contract/content-editing.ts'
import { request } from '../../../../api/client.ts'
import type { ResponseOf } from '../../../../api/types.ts'
import { rememberOwnItems } from '../../../../shared/own-items.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { formatMoney, formatShare, pluralize } from '../../../../ui/format.ts'
import { ownBarContainer, removeOwnBar } from './bar-container.ts'
import { type Own, OwnBar } from './own-bar.tsx'

type OwnItemProps = {
  id: number
  /** The amount that half of the buyers pay at least; null where it is not known. */
  typicalAmount: string | null
  /** On the page of a test purchase its form stays. */
  isTestPurchase: boolean
  onOwn: () => void
}

type Stats = ResponseOf<typeof getContentStats>

/**
 * What the creator sees of their own item in place of the button to pay: a test purchase and three figures. The bar is at
 * the top of the page. Nothing for others.
 */
export function OwnItem({ id, typicalAmount, isTestPurchase, onOwn }: OwnItemProps) {
  const [own, setOwn] = useState<Own>()
  const [stats, setStats] = useState<Stats>()
  // Asks the server, because shared pages are rendered without the viewer.
  useEffect(() => {
    const params = { id }
    request(getContentForEditing, { params }).then(
      (item) => {
        rememberOwnItems([id])
        setOwn(item)
        onOwn()
        request(getContentStats, { params }).then(setStats, () => undefined)
      },
      () => removeOwnBar(),
    )
  }, [id, onOwn])
  if (!own) return null
  return (
    <>
      {createPortal(
        <OwnBar
          item={own}
          onPublish={async () => {
            await request(setContentStatus, { params: { id }, body: { status: 'published' } })
            location.assign(`/p/${id}`)
          }}
        />,
        ownBarContainer(),
      )}
      {!isTestPurchase && <InPlaceOfPaying id={id} />}
      {stats && <Figures stats={stats} typicalAmount={typicalAmount} />}
    </>
  )
}

/** Hides what is for buyers. The page is the same for everyone, and this part of it is not React's. */
function InPlaceOfPaying({ id }: { id: number }) {
  const label = usePayLabel()
  return (
    <>
      <LinkButton variant="secondary" size="lg" fullWidth href={`/p/${id}?try`}>
        <FlaskConical aria-hidden />
        Test purchase
      </LinkButton>
      <p className="-mt-1 text-center text-ink-faint text-sm">
        {label && `Buyers see “${label}” here. `}A test moves no money and counts nowhere.
      </p>
    </>
  )
}

const buyersParts = '[data-pay-button], [data-pay-button] ~ *, [data-pay-bar], [href$="#follow"]'

/** Hides the button to pay with what follows it, the bar that repeats it and the link to follow, and returns what the button says. */
function usePayLabel(): string {
  const [label, setLabel] = useState('')
  // Changes parts of the page that other islands or no React have rendered.
  useEffect(() => {
    const button = document.querySelector<HTMLElement>('[data-pay-button]')
    const read = () => requestAnimationFrame(() => setLabel(button?.textContent?.trim() ?? ''))
    for (const part of document.querySelectorAll<HTMLElement>(buyersParts)) part.style.display = 'none'
    read()
    // Enter in the field of the amount would pay.
    const toTest = (event: Event) => {
      if (!button || !(event.target instanceof Node) || !event.target.contains(button)) return
      event.preventDefault()
      event.stopPropagation()
      location.search = '?try'
    }
    document.addEventListener('input', read)
    document.addEventListener('submit', toTest, { capture: true })
    return () => {
      document.removeEventListener('input', read)
      document.removeEventListener('submit', toTest, { capture: true })
    }
  }, [])
  return label
}

function Figures({ stats, typicalAmount }: { stats: Stats; typicalAmount: string | null }) {
  const { views, sales, currency, days } = stats
  const week = days.slice(-7)
  const weekSales = week.reduce((sum, day) => sum + day.sales, 0)
  const weekEarned = week.reduce((sum, day) => sum + day.earned, 0)
  const rows: Array<[name: string, value: string]> = [
    ['Last 7 days', `${pluralize(weekSales, 'sale')} · ${formatMoney(weekEarned.toFixed(2), currency)}`],
    ['Views to sales', views === 0 || sales > views ? '–' : formatShare(sales / views)],
    ...(typicalAmount === null
      ? []
      : [['Half of people pay at least', formatMoney(typicalAmount, currency)] as [string, string]]),
  ]
  return (
    <dl className="grid">
      {rows.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4 border-line border-t py-2.5">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
