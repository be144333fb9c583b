import { openPurchase } from '../../../../contract/access.ts'
import type { ContentPart } from '../../../../contract/parts.ts'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { kinds } from '../../../../domain/part-kinds.ts'
import { creatorName } from '../../../shared/content-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Album } from './album.tsx'
import { PartCard } from './part-card.tsx'
import { isFilePart } from './viewer-kind.ts'

export function PurchasedContent({ access }: { access: PurchaseAccess }) {
  const { isWithheld, content } = access
  const [first, ...others] = content.parts
  return (
    <>
      {isWithheld && <WithheldContent access={access} />}
      {others.length > 0 ? (
        <Album access={access} />
      ) : (
        first && (!isWithheld || isFilePart(first)) && <PartCard part={first} access={access} />
      )}
    </>
  )
}

/** Links and texts that nobody has opened: the person opens them, a visit by a mail scanner does not. */
function WithheldContent({ access: { content, purchase, accessUrl } }: { access: PurchaseAccess }) {
  const { noun, isOne } = withheldNoun(content.parts)
  const action = buildUrl(openPurchase, { params: { token: accessUrl.split('/').at(-1) } })
  return (
    <Card className="grid justify-items-start gap-3">
      <h2 className="text-xl">{`Your ${noun} ${isOne ? 'is' : 'are'} ready`}</h2>
      {purchase.refundStatus === 'available' && (
        <p className="text-ink-soft">
          {`Until you open ${isOne ? 'it' : 'them'}, a refund is instant. After that, ${creatorName(content)} decides about one.`}
        </p>
      )}
      <form method="post" action={action}>
        <Button type="submit" size="lg">{`Show the ${noun}`}</Button>
      </form>
    </Card>
  )
}

/** What is withheld: `link`, `texts`, `links and texts`. */
export function withheldNoun(parts: ReadonlyArray<ContentPart>): { noun: string; isOne: boolean } {
  const withheld = parts.filter((part) => !isFilePart(part))
  const nouns = (['link', 'text'] as const).flatMap((noun) => {
    const count = withheld.filter(({ kind }) => (kinds[kind].holds === 'text') === (noun === 'text')).length
    if (count === 0) return []
    return count === 1 && withheld.length === 1 ? noun : `${noun}s`
  })
  return { noun: nouns.join(' and '), isOne: withheld.length === 1 }
}
