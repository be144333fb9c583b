import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '../../../../contract/limits.ts'
import { parseDecimal } from '../../../../contract/money.ts'
import { partNoun } from '../../../../domain/part-groups.ts'
import { parseTypedAmount, typedAmountMessage } from '../../../../domain/price.ts'
import { Article } from '../../../shared/article.tsx'
import { partIcons } from '../../../shared/part-icons.ts'
import { randomPondSeed } from '../../../shared/pond-seed.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { Input } from '../../../ui/input.tsx'
import type { Chosen } from './chosen.ts'
import { CoverField } from './cover-field.tsx'
import { chosenRow, firstTitle, insideOf, partsOf, sampleSecondsOf, textTeaserOf } from './describe.ts'
import { keepPage } from './keep-page.ts'
import type { LandingStartProps } from './landing-start.island.tsx'
import { LocalPlayer } from './local-player.tsx'
import { PageFrame, TipPagePreview } from './page-frame.tsx'
import { type Price, PriceMaker } from './price-maker.tsx'
import { type ReadFile, readFile } from './read-file.ts'

type PageMakerProps = LandingStartProps & { chosen: Chosen; onAgain: () => void }

/** The page of what was given, as buyers will see it, and what can be changed of it. Nothing leaves this browser. */
export function PageMaker({ chosen, onAgain, feeBasisPoints, currency, host }: PageMakerProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const readNow = useReadFile(chosen)
  const read = readNow ?? {}
  const [title, setTitle] = useState(() => firstTitle(chosen))
  const [price, setPrice] = useState<Price>({ model: 'fixed', typed: '8.00' })
  const [seed] = useState(randomPondSeed)
  const [chosenCover, setChosenCover] = useState<File | null>()
  const [problems, setProblems] = useState<{ title?: string; price?: string }>({})
  const [isKeeping, setIsKeeping] = useState(false)
  const cover = chosenCover === undefined ? read.cover : (chosenCover ?? undefined)
  const coverUrl = useObjectUrl(cover)
  const fileUrl = useObjectUrl(read.plays && 'files' in chosen ? chosen.files[0] : undefined)
  const sampleSeconds = sampleSecondsOf(read)
  const textTeaser = textTeaserOf(chosen)
  const isOwnPicture = cover !== undefined && cover === read.cover && !read.plays
  useEffect(() => heading.current?.focus(), [])

  const parsed = parseTypedAmount(price.typed, currency)
  const amount = 'amount' in parsed ? parsed.amount : undefined
  const shownPrice = amount === undefined ? '–' : formatMoney(amount, currency)

  async function keep() {
    const found = {
      ...(title.trim() === '' && { title: 'Enter a title' }),
      ...priceProblem(price.typed, currency),
    }
    // Shown at once, so that the first of them can be focused.
    flushSync(() => setProblems(found))
    if (Object.keys(found).length > 0)
      return form.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus()
    setIsKeeping(true)
    await keepPage(
      chosen,
      {
        title: title.trim(),
        pricingModel: price.model,
        [price.model === 'fixed' ? 'price' : 'minimumPrice']: price.typed.trim(),
        pondSeed: String(seed),
        ...(sampleSeconds !== null && { teaserSeconds: String(sampleSeconds) }),
        ...(textTeaser && { teaserWords: String(textTeaser.words) }),
      },
      cover,
    )
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-8 pt-4 sm:pt-7 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.12fr)]">
      <div ref={form} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        <h1 ref={heading} tabIndex={-1} className="text-[clamp(1.75rem,1.3rem+2vw,2.5rem)] outline-none">
          Your page is ready.
        </h1>
        <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <ChosenRow chosen={chosen} read={readNow} onAgain={onAgain} />
          <Field
            label="Title"
            {...(problems.title && { error: problems.title })}
            hint={
              <>
                {'files' in chosen && cover === undefined && 'Read from the file. '}
                {isOwnPicture && 'Its cover is a small copy, for everyone to see. '}
                <CoverField hasCover={cover !== undefined} onChange={setChosenCover} />
              </>
            }
          >
            <Input
              name="page-title"
              maxLength={limits.maxTitleLength}
              value={title}
              onChange={({ target }) => {
                setTitle(target.value)
                setProblems({})
              }}
            />
          </Field>
          <PriceMaker
            price={price}
            amount={amount}
            problem={problems.price}
            currency={currency}
            feeBasisPoints={feeBasisPoints}
            onChange={(changed) => {
              setPrice(changed)
              setProblems({})
            }}
          />
          <Button size="lg" fullWidth isLoading={isKeeping} onClick={() => void keep()}>
            Keep this page
          </Button>
          <p className="text-center text-ink-faint text-sm">
            One code by email, no password. You publish after that.
          </p>
        </Card>
      </div>
      <PageFrame address={`${host}/p/…`} badge="Your page, live" isLive label="Your tip page">
        <TipPagePreview
          page={{
            pond: { seed, rings: 0 },
            title: title.trim() || 'Untitled',
            creator: 'you',
            description: 'Say what it is and who it’s for. One or two sentences.',
            inside: insideOf(chosen, read),
            priceLabel: price.model === 'fixed' ? 'Price' : 'Pay what you want',
            price: shownPrice,
            note: price.model === 'fixed' ? 'Be the first to support you' : `Minimum ${shownPrice}`,
          }}
          image={coverUrl}
          teaser={
            textTeaser && (
              <Article
                text={textTeaser.text}
                className="mt-4 [mask-image:linear-gradient(to_bottom,#000_calc(100%-4rem),transparent)]"
              />
            )
          }
          player={
            read.plays &&
            fileUrl && (
              <LocalPlayer
                kind={read.plays}
                title={title}
                source={fileUrl}
                recordingSeconds={read.seconds ?? null}
                sampleSeconds={sampleSeconds}
                peaks={read.peaks ?? null}
              />
            )
          }
        />
      </PageFrame>
    </div>
  )
}

function priceProblem(typed: string, currency: string): { price?: string } {
  const message = typed.trim() === '' ? 'Enter a price' : typedAmountMessage(typed, currency)
  if (message !== undefined) return { price: message }
  const parsed = parseTypedAmount(typed, currency)
  const amount = 'amount' in parsed ? (parseDecimal(parsed.amount, currency) ?? 0) : 0
  return amount < limits.minPriceAmount ? { price: 'Enter a higher price' } : {}
}

type ChosenRowProps = { chosen: Chosen; read: ReadFile | undefined; onAgain: () => void }

function ChosenRow({ chosen, read, onAgain }: ChosenRowProps) {
  const [part] = partsOf(chosen, read ?? {})
  const { name, note } = chosenRow(chosen, read)
  const Icon = partIcons[partNoun(part)]
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 border-line border-b pb-5">
      <IconTile>
        <Icon aria-hidden />
      </IconTile>
      <p className="min-w-0">
        <b className="block truncate font-semibold">{name}</b>
        <span className="block text-ink-faint text-sm">{note}</span>
      </p>
      <Button variant="tertiary" className="size-11 px-0" onClick={onAgain}>
        <X aria-hidden />
        <span className="sr-only">Choose something else</span>
      </Button>
    </div>
  )
}

/** Undefined while it is read. */
function useReadFile(chosen: Chosen): ReadFile | undefined {
  const [read, setRead] = useState<ReadFile>()
  useEffect(() => {
    if (!('files' in chosen) || chosen.files.length > 1) return setRead({})
    let isCurrent = true
    void readFile(chosen.files[0]).then((result) => isCurrent && setRead(result))
    return () => {
      isCurrent = false
    }
  }, [chosen])
  return read
}

function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
