import { Check, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Pond } from '../../../../contract/ponds.ts'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'

type PageFrameProps = {
  address: string
  badge: ReactNode
  isLive?: boolean
  label: string
  children: ReactNode
}

/** A tip page in the frame of a browser. */
export function PageFrame({ address, badge, isLive = false, label, children }: PageFrameProps) {
  return (
    <figure
      aria-label={label}
      data-fades
      className="framed min-w-0 overflow-hidden rounded-lg border border-line bg-sunken shadow-md"
    >
      <figcaption className="flex items-center justify-between gap-3 border-line border-b px-4 py-2.5 text-ink-soft text-sm">
        <span className="flex min-w-0 items-center gap-2">
          <Lock aria-hidden className="size-3.5 flex-none" />
          <span className="truncate">{address}</span>
        </span>
        <Badge tone={isLive ? undefined : 'plain'} className="flex-none">
          {isLive && <span className="size-[7px] rounded-full bg-brand" />}
          {badge}
        </Badge>
      </figcaption>
      {children}
    </figure>
  )
}

export type ShownPage = {
  pond: Pond
  title: string
  creator: string
  description: string
  inside: ReadonlyArray<string>
  /** `Price`, or what a buyer is asked for. */
  priceLabel: string
  price: string
  note: ReactNode
}

type TipPagePreviewProps = {
  page: ShownPage
  image?: string | undefined
  player?: ReactNode
  /** What everybody may read of it. */
  teaser?: ReactNode
  /** What stands in the card, in place of its price and a button that is drawn. */
  pay?: ReactNode
}

/** The parts of a tip page, in its order. Its button is drawn, because nothing is sold here. */
export function TipPagePreview({ page, image, player, teaser, pay }: TipPagePreviewProps) {
  const { pond, title, creator, description, inside, priceLabel, price, note } = page
  return (
    <div className="grid gap-5 bg-paper p-3.5 sm:grid-cols-[minmax(0,1.42fr)_minmax(0,1fr)] sm:p-5">
      <div className="min-w-0">
        <div className="relative">
          <ContentCover pond={pond} image={image ?? null} fit="contain" className="rounded-[16px]" />
          {player}
        </div>
        <p className="wrap-anywhere mt-3.5 font-[650] font-display text-2xl leading-tight">{title}</p>
        <p className="mt-1.5 flex items-center gap-2 text-ink-soft">
          <Avatar name={creator} />
          {`by ${creator}`}
        </p>
        <p className="mt-2.5 text-ink-soft">{description}</p>
        {teaser}
        <p className="mt-4.5 mb-1 font-[650] font-display text-lg">What’s inside</p>
        <ul className="grid gap-1.5">
          {inside.map((line) => (
            <li key={line} className="flex gap-2.5">
              <Check aria-hidden className="mt-0.5 size-5 flex-none text-brand" />
              <span className="wrap-anywhere min-w-0">{line}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="grid content-start gap-3 self-start rounded-lg border border-line bg-surface p-4 shadow-md">
        {pay ?? (
          <>
            <PriceOf label={priceLabel} price={price} />
            <p aria-hidden className={payClass}>{`Pay ${price} to unlock`}</p>
          </>
        )}
        <div className="text-ink-faint text-sm">{note}</div>
      </div>
    </div>
  )
}

/** As large as the pay button of a tip page, in a narrower card. */
export const payClass =
  'grid min-h-11 w-full place-items-center rounded-full bg-brand px-2 text-center font-semibold text-on-brand'

export function PriceOf({ label, price }: { label: string; price: string }) {
  return (
    <>
      <p className="font-semibold">{label}</p>
      <p className="font-[650] font-display text-[2rem] leading-tight tabular-nums">{price}</p>
    </>
  )
}
