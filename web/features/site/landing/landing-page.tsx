import { ChartNoAxesColumn, Tag, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { getInstance } from '../../../../contract/instance.ts'
import { limits } from '../../../../contract/limits.ts'
import { useApiQuery } from '../../../api/query.ts'
import { Island } from '../../../hydration/island.tsx'
import { feeShares } from '../../../shared/fee-shares.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { landingFilePickerIsland } from './landing-file-picker.island.tsx'
import { quickCreateIsland } from './quick-create.island.tsx'

export function LandingPage() {
  const { data } = useApiQuery(getInstance)
  const maxBytes = data?.maxUploadBytes ?? limits.maxUploadBytes
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center">
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-5 pt-8 pb-9 text-center sm:pt-14">
        <Badge tone="warm">{`Free forever · keep ${feeShares(data?.feeBasisPoints).kept} of every sale`}</Badge>
        <h1 className="max-w-[10em] text-4xl">Drop a file. Set a price. Share one link.</h1>
        <p className="max-w-[35em] text-ink-soft text-lg">
          Fans pay by card and unlock it in seconds, no account needed. You see every view, tip and payout.
        </p>
      </div>
      <div className="grid w-full max-w-[760px] grid-cols-[minmax(0,1fr)] gap-[18px]">
        <Island island={landingFilePickerIsland} props={{ maxBytes }} />
        <div className="grid gap-[18px] sm:grid-cols-2">
          <Island island={quickCreateIsland} props={{ kind: 'link' }} />
          <Island island={quickCreateIsland} props={{ kind: 'text' }} />
        </div>
      </div>
      <Features />
    </div>
  )
}

function Features() {
  return (
    <section aria-labelledby="why" className="w-full pt-20">
      <h2 id="why" className="mb-7 text-center text-2xl">
        Everything you need to get paid
      </h2>
      <div className="grid gap-[18px] md:grid-cols-3">
        <Feature icon={<Zap aria-hidden />} title="Instant Tips">
          Share one link. Fans pay by card and get your work right away, with nothing to sign up for.
        </Feature>
        <Feature icon={<Tag aria-hidden />} title="Set Your Price">
          From $1 to $1000+. Set a fixed price, or set a minimum and let fans pay what they want.
        </Feature>
        <Feature icon={<ChartNoAxesColumn aria-hidden />} title="Track Everything">
          Views, tips and earnings for every item, down to the cent.
        </Feature>
      </div>
    </section>
  )
}

function Feature({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <Card padding="none" className="grid content-start gap-3 p-6">
      <IconTile>{icon}</IconTile>
      <h3 className="text-lg">{title}</h3>
      <p className="text-ink-soft">{children}</p>
    </Card>
  )
}
