import { useParams } from 'wouter'
import { getAccess } from '../../../contract/purchases.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { PageLoadError } from '../../ui/unreachable.tsx'
import { AccessRevoked } from './closed-purchase.tsx'
import { InvalidAccessLink } from './unknown-purchase.tsx'
import { PurchaseView } from './unlocked-view.tsx'

/** The buyer's own page, for good. It ships no React; access-island.ts adds copying to it. */
export function AccessPage() {
  const { token = '' } = useParams()
  const { data, error } = useApiQuery(getAccess, { params: { token } })

  if (data) return <PurchaseView purchase={data} title="Your purchase" />
  if (error?.status === 403)
    return (
      <AccessRevoked reason={error.userMessage} token={token} canRequestRefund={error.code === 'closed'} />
    )
  if (error && error.status >= 500)
    return <PageLoadError href={`/access/${token}`} reassurance="your purchase is safe" />
  return <InvalidAccessLink />
}
