import { useParams } from 'wouter'
import { RequireAuth } from '../../../shared/require-auth.tsx'
import { DiscountBatch } from './discount-batch.tsx'
import { EditDiscount, NewDiscount } from './edit-discount.tsx'

/** A new code, many at once, or one that is changed: `/discounts/new`, `/discounts/many` and `/discounts/7`. */
export function DiscountPage() {
  const { id = '' } = useParams()
  return (
    <RequireAuth subject="This discount">
      {() => {
        if (id === 'new') return <NewDiscount />
        return id === 'many' ? <DiscountBatch /> : <EditDiscount id={id} />
      }}
    </RequireAuth>
  )
}
