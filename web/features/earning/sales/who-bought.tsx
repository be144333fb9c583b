import type { ReactNode } from 'react'
import type { Sale } from '../../../../contract/sales.ts'
import { buyerLabel } from '../../../shared/sale-events.ts'

/** Who bought what, and what they said. `when` follows the title. */
export function WhoBought({ sale, when }: { sale: Sale; when?: ReactNode }) {
  return (
    <>
      <span className="wrap-anywhere block">
        <b className="font-semibold max-sm:block max-sm:w-0 max-sm:min-w-full max-sm:truncate">
          {buyerLabel(sale)}
        </b>{' '}
        bought {sale.title} {when}
      </span>
      {sale.message && <span className="wrap-anywhere line-clamp-3">“{sale.message}”</span>}
    </>
  )
}
