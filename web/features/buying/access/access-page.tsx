import { useParams } from 'wouter'
import { getAccess } from '../../../../contract/purchases.ts'
import { useApiQuery } from '../../../api/query.ts'
import { AccessRevoked, InvalidAccessLink } from '../../../shared/access-states.tsx'
import { PageLoadError } from '../../../ui/error-state.tsx'
import { PurchaseView } from './purchase-view.tsx'

/** A buyer's permanent page for a purchase. Only its islands are hydrated. */
export function AccessPage() {
  const { token = '' } = useParams()
  const { data, error } = useApiQuery(getAccess, { params: { token } })

  if (data) return <PurchaseView purchase={data} />
  if (error?.status === 403)
    return (
      <AccessRevoked
        reason={error.userMessage}
        token={token}
        canRequestRefund={error.code === 'access_revoked'}
      />
    )
  if (error && error.status >= 500)
    return <PageLoadError href={`/access/${token}`} reassurance="your purchase is safe" />
  return <InvalidAccessLink />
}
