import { useEffect, useState } from 'react'
import { getTestPurchasePreview } from '../../../contract/test-purchases.ts'
import { request } from '../../api/client.ts'
import { isCreatorDevice } from '../../shared/creator-device.ts'
import { TextLink } from '../../ui/text-link.tsx'

/** A link for the item's creator. Only devices on which a creator has signed in send the request. */
export function TestPurchaseOffer({ id }: { id: number }) {
  const [isOwn, setIsOwn] = useState(false)

  // Asks the server, because shared pages are rendered without the viewer.
  useEffect(() => {
    if (!isCreatorDevice()) return
    void request(getTestPurchasePreview, { params: { id } }).then(
      () => setIsOwn(true),
      () => undefined,
    )
  }, [id])
  if (!isOwn) return null
  return (
    <p className="rounded-md bg-sunken px-4 py-1 text-sm">
      This is your item.{' '}
      <TextLink href={`/p/${id}?try`} className="inline-grid min-h-11 place-items-center font-semibold">
        See it as a buyer
      </TextLink>
    </p>
  )
}
