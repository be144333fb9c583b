import { Info } from 'lucide-react'
import { getEarningsStats } from '../../../../contract/earnings.ts'
import { getPayee } from '../../../../contract/payees.ts'
import { useApiQuery } from '../../../api/query.ts'
import { payeeBannerText } from './payee-banner-text.ts'

/** At the top of the payout settings, while payee details are missing. */
export function PayeeBanner() {
  const { data: payee } = useApiQuery(getPayee)
  const { data: earnings } = useApiQuery(getEarningsStats)
  const banner = payee && earnings && payeeBannerText(payee, earnings)
  if (!banner) return null
  return (
    <div role="status" className="flex items-start gap-3 rounded-md bg-accent-soft px-4 py-3.5 sm:px-[22px]">
      <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
      <p className="min-w-0">
        <a href="#payee" className="font-semibold hover:underline">
          {banner.title}
        </a>
        <span className="block text-ink-soft">{banner.text}</span>
      </p>
    </div>
  )
}
