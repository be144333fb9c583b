import { clsx } from 'clsx'
import { useRef } from 'react'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { site } from '../../../../contract/site.ts'
import { Island } from '../../../hydration/island.tsx'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { creatorName } from '../../../shared/content-format.ts'
import { LocalTime } from '../../../ui/local-time.tsx'
import { type CelebrationStep, useCelebration, useCount } from './celebration.ts'
import { shareTicketIsland } from './share-ticket.island.tsx'

type TicketProps = { purchase: PurchaseAccess; shouldCelebrate: boolean }

/** The cover, a tear line, and the stub with the buyer's number. On a phone the stub hangs below. */
export function Ticket({ purchase: access, shouldCelebrate }: TicketProps) {
  const { content, purchase, ticket } = access
  const cover = useRef<HTMLDivElement>(null)
  const step = useCelebration(cover, shouldCelebrate)
  const { number, name } = ticket
  return (
    <section aria-label="Your ticket" className="ticket">
      <div ref={cover} className="ticket-cover" data-step={step === 'over' ? undefined : step}>
        <ContentCover
          pond={content.pond}
          image={content.previewImage}
          fit="contain"
          isMain
          alt={`Cover of ${content.title}`}
          sizes="(min-width: 56rem) 480px, (min-width: 48rem) 54vw, 100vw"
          className="size-full"
        />
        {step !== 'over' && <FallingDrop />}
      </div>
      <div className="ticket-stub">
        {number === null ? (
          <p className="font-[650] font-display text-[2.75rem] leading-none tracking-[-0.03em]">Thank you</p>
        ) : (
          <>
            <p className="font-[650] text-brand text-sm uppercase tracking-[0.06em]">You’re number</p>
            <TicketNumber number={number} step={step} />
          </>
        )}
        <p className="mt-2 line-clamp-3 [overflow-wrap:anywhere]">
          {number === null ? 'for ' : 'behind '}
          <b className="font-semibold">{content.title}</b>
        </p>
        <p className="text-ink-faint text-sm">
          {name && `${name} · `}
          <LocalTime iso={purchase.paidAt} format="date" />
        </p>
        {number !== null && ticket.pictureUrl && (
          <Island
            island={shareTicketIsland}
            props={{
              pictureUrl: ticket.pictureUrl,
              text: ticketText(number, access),
              tipUrl: new URL(content.tipAddress, access.accessUrl).href,
            }}
          />
        )}
      </div>
    </section>
  )
}

const format = (number: number) => number.toLocaleString(site().locale)

/** `I’m number 17 behind Night Ferry by Mara` */
function ticketText(number: number, { content }: PurchaseAccess): string {
  const creator = creatorName(content)
  return `I’m number ${format(number)} behind ${content.title}${creator ? ` by ${creator}` : ''}`
}

/** The number itself is in the page from the start; what counts up is a drawing over it. */
function TicketNumber({ number, step }: { number: number; step: CelebrationStep }) {
  const counted = useCount(number, step)
  const isCounting = step !== 'over'
  return (
    <p
      className={clsx(
        'font-[650] font-display leading-[0.95] tracking-[-0.04em]',
        number < 1_000 ? 'text-[3.6rem] md:text-[4rem]' : 'text-[3.25rem]',
      )}
    >
      <span className={isCounting ? 'sr-only' : undefined}>{format(number)}</span>
      {isCounting && <span aria-hidden>{format(counted)}</span>}
    </p>
  )
}

const rings = [9, 18, 27, 36, 45, 54]

/** Drawn over the cover: the drop that falls, and the rings that open it. */
function FallingDrop() {
  return (
    <svg aria-hidden viewBox="0 0 160 100" className="ticket-water">
      <g transform="translate(80 62) scale(1.32 0.62)" fill="none" stroke="#fff">
        {rings.map((radius) => (
          <circle key={radius} r={radius} className="ticket-ring" />
        ))}
      </g>
      <g transform="translate(80 62)">
        <path
          d="M0-18.5C3.6-14.1 6.5-10.8 6.5-6.9A6.5 6.5 0 0 1-6.5-6.9C-6.5-10.8-3.6-14.1 0-18.5Z"
          fill="#f0965f"
          className="ticket-drop"
        />
      </g>
    </svg>
  )
}
