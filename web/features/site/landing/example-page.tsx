import { useState } from 'react'
import { LocalPlayer } from './local-player.tsx'
import { PriceOf, payClass, type ShownPage, TipPagePreview } from './page-frame.tsx'

/** A sound for the example, made when it is first played. */
async function exampleSource(): Promise<string> {
  const { exampleSound } = await import('./example-sound.ts')
  return URL.createObjectURL(await exampleSound())
}

const examplePeaks =
  'Tqddspkz0v006ns32g0s60eoxpminkXVbRNNNLOKKKFFGGGFIFHIKOMKNNPRRUXSdXeabZYbfVZRVRPORPILFFFFFFFFFFFFFFFFFFFFFFFFFFIHOLPXPXQjgoVsbwnrgffpatrqkXYqXhkSgeecYSPUVPNPURPT'

const price = '$8.00'
const supporters = 16

const page: ShownPage = {
  pond: { seed: 3, rings: 9 },
  title: 'Night Ferry',
  creator: 'Mara Vitale',
  description: 'Six songs recorded on a four-track between Trieste and Venice, mostly after midnight.',
  inside: ['6 tracks, 31 minutes', 'Booklet, 12 pages', '705 MB, yours to keep'],
  priceLabel: 'Pay what you want',
  price,
  note: (
    <>
      <p>Minimum $5.00</p>
      <p className="mt-3 border-line border-t pt-3">
        <b className="text-ink">{supporters}</b> People tipped
      </p>
      <p className="mt-2">Secure payment · 30-day money-back guarantee</p>
    </>
  ),
}

/** What a page looks like, before a file is there. It plays, and can be bought with a card that is filled in; nothing is sent. */
export function ExamplePage() {
  return (
    <TipPagePreview
      page={page}
      image="/example-cover.svg"
      player={
        <LocalPlayer
          kind="audio"
          title={page.title}
          source={exampleSource}
          recordingSeconds={31 * 60}
          sampleSeconds={30}
          peaks={examplePeaks}
        />
      }
      pay={<ExamplePay />}
    />
  )
}

const steps = {
  price: { next: 'card', button: `Pay ${price} to unlock` },
  card: { next: 'ticket', button: `Pay ${price}` },
  ticket: { next: 'price', button: 'Start again' },
} as const

/** The price, the card that is filled in, the ticket. One button leads through them, and keeps the focus. */
function ExamplePay() {
  const [step, setStep] = useState<keyof typeof steps>('price')
  const { next, button } = steps[step]
  return (
    <>
      <div role="status" className="grid gap-3">
        {step === 'price' && <PriceOf label={page.priceLabel} price={price} />}
        {step === 'card' && <TestCard />}
        {step === 'ticket' && <Ticket />}
      </div>
      <button type="button" className={`${payClass} cursor-pointer`} onClick={() => setStep(next)}>
        {button}
      </button>
    </>
  )
}

function TestCard() {
  return (
    <>
      <p className="font-semibold">Test card</p>
      <div className="rounded-sm border border-line-strong bg-surface text-sm tabular-nums">
        <p className="border-line border-b px-3 py-2">4242 4242 4242 4242</p>
        <p className="flex justify-between px-3 py-2">
          <span>12 / 34</span>
          <span>123</span>
        </p>
      </div>
    </>
  )
}

function Ticket() {
  return (
    <div className="grid justify-items-center rounded-sm border-[1.5px] border-line-strong border-dashed px-3 py-4 text-center">
      <span className="font-semibold text-ink-soft text-sm uppercase tracking-[0.08em]">You’re number</span>
      <span className="font-[650] font-display text-[3.25rem] leading-none">{supporters + 1}</span>
      <span className="text-ink-soft">behind {page.title}</span>
    </div>
  )
}
