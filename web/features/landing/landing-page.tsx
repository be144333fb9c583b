import { ChartNoAxesColumn, Tag, Upload, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { startSignIn } from '../../../contract/accounts.ts'
import { getInstance } from '../../../contract/instance.ts'
import { limits } from '../../../contract/limits.ts'
import { buildUrl } from '../../../contract/route.ts'
import { formatBytes } from '../../../domain/bytes-text.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { QuickLinkForm, QuickTextForm } from './quick-create.tsx'

/** The landing page for visitors. It loads no React; landing-island.ts adds the behavior. */
export function LandingPage() {
  return (
    <div className="grid justify-items-center">
      <div className="grid justify-items-center gap-5 pt-8 pb-9 text-center sm:pt-14">
        <Badge tone="warm">Free forever · keep 80% of every sale</Badge>
        <h1 className="max-w-[10em] text-4xl">Drop a file. Set a price. Share one link.</h1>
        <p className="max-w-[35em] text-ink-soft text-lg">
          Fans pay by card and unlock it in seconds, no account needed. You see every view, tip and payout.
        </p>
      </div>
      <div className="grid w-full max-w-[760px] gap-[18px]">
        <LandingFilePicker />
        <div className="grid gap-[18px] sm:grid-cols-2">
          <QuickLinkForm />
          <QuickTextForm />
        </div>
      </div>
      <Features />
    </div>
  )
}

/** The file input covers the whole area, so click, drop and keyboard work natively. */
function LandingFilePicker() {
  const { data } = useApiQuery(getInstance)
  const maxBytes = data?.maxUploadBytes ?? limits.maxUploadBytes
  return (
    <section
      data-drop
      aria-label="Your file"
      className="moves group relative grid justify-items-center gap-2.5 rounded-lg border-[1.5px] border-line-strong border-dashed bg-surface px-6 py-11 text-center hover:border-ink-faint has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-brand has-[input:focus-visible]:outline-offset-4 data-over:border-brand data-over:bg-brand-soft"
    >
      <IconTile className="size-[60px] rounded-[18px]">
        <Upload aria-hidden />
      </IconTile>
      <h2 className="text-xl group-data-over:hidden">Drop your file here, or click to browse</h2>
      <p aria-hidden className="hidden font-[650] font-display text-xl group-data-over:block">
        Drop your file here!
      </p>
      <p className="text-ink-faint text-sm">Any file type · Maximum file size {formatBytes(maxBytes)}</p>
      <p data-status role="status" className="font-semibold empty:hidden" />
      <input
        type="file"
        aria-label="Choose a file"
        data-most={maxBytes}
        className="absolute inset-0 cursor-pointer rounded-lg opacity-0"
      />
      <LinkButton
        size="lg"
        href={buildUrl(startSignIn, { query: { returnTo: '/upload' } })}
        className="relative mt-2"
      >
        Start Creating
      </LinkButton>
    </section>
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
    <Card className="grid content-start gap-3 p-6">
      <IconTile>{icon}</IconTile>
      <h3 className="text-lg">{title}</h3>
      <p className="text-ink-soft">{children}</p>
    </Card>
  )
}
