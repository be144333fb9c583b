import { Check, ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RefundStanding, Unlocked } from '../../../contract/purchases.ts'
import { Card } from '../../ui/card.tsx'
import { formatDate } from '../../ui/date-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { TestNote } from '../../ui/test-note.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { CopyButton } from './copy-button.tsx'
import { Goods } from './goods.tsx'
import { refundSentences } from './refund-words.ts'

type UnlockedViewProps = {
  unlocked: Unlocked
  title: string
  /** The moment itself, as against a later visit. */
  celebrate?: boolean
  /** More that can be done with the access link. */
  children?: ReactNode
}

/** What was bought, for good: the same on the success page and on the buyer's own page. Works without any script. */
export function UnlockedView({ unlocked, title, celebrate = false, children }: UnlockedViewProps) {
  const { content } = unlocked
  const creator = content.user.firstName ?? content.user.email
  return (
    <div className="mx-auto grid max-w-[680px] gap-6 pt-6 sm:pt-10">
      {unlocked.purchase.isTest && (
        <TestNote>This is your own item, as a buyer gets it. No card was charged.</TestNote>
      )}
      <div className="grid justify-items-center gap-3 text-center">
        <span
          className={`grid size-16 place-items-center rounded-full bg-brand text-on-brand ${celebrate ? 'celebrates' : ''}`}
        >
          <Check aria-hidden className="size-8" />
        </span>
        <h1 className="text-2xl sm:text-[2.4rem]">{title}</h1>
        {celebrate && (
          <p className="text-ink-soft">It is yours for good. The link below opens it anywhere.</p>
        )}
      </div>
      <Card raised className="grid min-w-0 gap-5">
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <h2 className="text-xl">{content.title}</h2>
          {creator && <p className="text-ink-soft">by {creator}</p>}
        </div>
        <Goods unlocked={unlocked} />
      </Card>
      <Receipt unlocked={unlocked}>
        <CopyButton text={unlocked.accessUrl} title="Link copied!" note="Access link copied to clipboard">
          Copy access link
        </CopyButton>
        {children}
      </Receipt>
    </div>
  )
}

function Receipt({
  unlocked: { purchase, accessUrl },
  children,
}: {
  unlocked: Unlocked
  children: ReactNode
}) {
  const { id, amount, currency, paidAt, email, state, refund, isTest } = purchase
  return (
    <Card className="grid gap-4">
      <dl className="grid">
        <Line name="Order number" value={String(id)} />
        <Line name="Price" value={formatMoney(amount, currency)} />
        <Line name="Paid on" value={formatDate(paidAt)} />
        {email && <Line name="E-mail" value={email} />}
        {state === 'partially_refunded' && <Line name="Refund" value="Refunded in part" />}
        <Line name="Access link" value={<TextLink href={accessUrl}>{accessUrl}</TextLink>} />
      </dl>
      <div className="flex flex-wrap gap-3 border-line border-t border-dashed pt-5">
        {children}
        <LinkButton variant="ghost" href={`${accessUrl}/receipt`}>
          <ReceiptText aria-hidden />
          Receipt
        </LinkButton>
      </div>
      {isTest ? (
        <p className={belowLine}>This link opens for 24 hours. A buyer’s opens for good.</p>
      ) : (
        <Refund standing={refund} href={`${accessUrl}/refund`} />
      )}
    </Card>
  )
}

const belowLine = 'border-line border-t border-dashed pt-4 text-ink-soft text-sm'

/** A link while money can be asked back; afterwards what became of it. */
function Refund({ standing, href }: { standing: RefundStanding; href: string }) {
  if (standing === 'possible') {
    return (
      <p className={belowLine}>
        Not what you hoped for?{' '}
        <TextLink href={href} className="inline-grid min-h-11 place-items-center">
          Request a refund
        </TextLink>
      </p>
    )
  }
  return <p className={belowLine}>{refundSentences[standing]}</p>
}

function Line({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-1">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-semibold [overflow-wrap:anywhere]">{value}</dd>
    </div>
  )
}
