import { clsx } from 'clsx'
import { ShieldCheck } from 'lucide-react'
import type { GuaranteeText } from '../../../contract/refund-guarantee.ts'
import { IconTile } from '../../ui/icon-tile.tsx'

/** The money-back guarantee, shown beside the card form. */
export function GuaranteeBlock({ short, detail, className }: GuaranteeText & { className: string }) {
  return (
    <section aria-label="Guarantee" className={clsx('flex gap-3.5', className)}>
      <IconTile>
        <ShieldCheck aria-hidden />
      </IconTile>
      <div className="min-w-0">
        <p className="font-[650] font-display">{short}</p>
        <p className="text-ink-soft text-sm">{detail}</p>
      </div>
    </section>
  )
}
