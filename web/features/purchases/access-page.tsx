import { useParams } from 'wouter'
import { getAccess } from '../../../contract/purchases.ts'
import { useRead } from '../../api/hooks.ts'
import { Unreachable } from '../../ui/unreachable.tsx'
import { ClosedPurchase } from './closed-purchase.tsx'
import { UnknownPurchase } from './unknown-purchase.tsx'
import { UnlockedView } from './unlocked-view.tsx'

/** The buyer's own page, for good. It ships no React; access-island.ts adds copying to it. */
export function AccessPage() {
  const { token = '' } = useParams()
  const { data, error } = useRead(getAccess, { params: { token } })

  if (data) return <UnlockedView unlocked={data} title="Your purchase" />
  if (error?.status === 403)
    return <ClosedPurchase text={error.sentence} token={token} mayAskBack={error.code === 'closed'} />
  if (error && error.status >= 500)
    return <Unreachable href={`/access/${token}`} calm="your purchase is safe" />
  return <UnknownPurchase />
}
