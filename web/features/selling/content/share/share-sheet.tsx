import { Check, Copy, Eye, Share } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CreatorContent } from '../../../../../contract/content.ts'
import { ContentCover } from '../../../../shared/content-cover.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../../ui/button.tsx'
import { copyToClipboard } from '../../../../ui/copy-to-clipboard.ts'
import { Field } from '../../../../ui/field.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { Input } from '../../../../ui/input.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { toast } from '../../../../ui/toast.ts'
import { QrCodeCard } from './qr-code-card.tsx'

type ShareSheetProps = {
  item: CreatorContent
  url: string
  creatorName: string
  isNew: boolean
  onClose: () => void
  onClosed: () => void
}

export function ShareSheet({ item, url, creatorName, isNew, onClose, onClosed }: ShareSheetProps) {
  const copyButton = useRef<HTMLButtonElement>(null)
  return (
    <Sheet
      title={isNew ? `${item.title} is ready to share` : `Share ${item.title}`}
      eyebrow={
        isNew && (
          <Badge>
            <Check aria-hidden className="size-4" />
            Published
          </Badge>
        )
      }
      onClose={onClose}
      onClosed={onClosed}
      initialFocus={copyButton}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-[280px_minmax(0,1fr)] md:gap-8">
        <LinkPreview item={item} url={url} creatorName={creatorName} />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
          <CopyLinkField url={url} button={copyButton} />
          {'share' in navigator && <NativeShareButton url={url} title={item.title} />}
          <ul aria-label="Share in an app" className="flex flex-wrap gap-2">
            {shareTargets({ url, title: item.title }).map(({ name, href }) => (
              <li key={name}>
                <LinkButton variant="secondary" size="sm" href={href} target="_blank">
                  {name}
                </LinkButton>
              </li>
            ))}
          </ul>
          <QrCodeCard id={item.id} url={url} title={item.title} />
          <LinkButton variant="secondary" href={`/p/${item.id}?try`} target="_blank">
            <Eye aria-hidden />
            See it as a buyer
          </LinkButton>
        </div>
      </div>
    </Sheet>
  )
}

function NativeShareButton({ url, title }: { url: string; title: string }) {
  return (
    <Button
      variant="secondary"
      // Closing the system's sheet rejects the promise.
      onClick={() => void navigator.share({ url, title }).catch(() => undefined)}
    >
      <Share aria-hidden />
      Share
    </Button>
  )
}

const copiedMs = 2_000

type CopyLinkFieldProps = { url: string; button: RefObject<HTMLButtonElement | null> }

/** The link in a field that selects itself, with a button that says for two seconds that it was copied. */
function CopyLinkField({ url, button }: CopyLinkFieldProps) {
  const [isCopied, setIsCopied] = useState(false)
  // Ends the confirmation after a moment.
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    if (await copyToClipboard(url)) return setIsCopied(true)
    toast({
      title: 'Copy Failed',
      description: 'Your browser blocked copying. Select the link and copy it manually.',
      tone: 'destructive',
    })
  }
  return (
    <div className="flex items-end gap-2">
      <Field label="Your tip link" className="min-w-0 flex-1">
        <Input readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
      </Field>
      <Button ref={button} onClick={() => void copy()} className="h-[46px] min-w-28">
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && 'Link copied'}
      </span>
    </div>
  )
}

type LinkPreviewProps = { item: CreatorContent; url: string; creatorName: string }

/** What others see where the link is pasted: cover, site, title, creator and price. */
function LinkPreview({ item, url, creatorName }: LinkPreviewProps) {
  const { title, previewImage, previewFocus, pond, pricingModel, price, currency } = item
  const from = pricingModel === 'pay_what_you_want' ? 'from ' : ''
  const priceText = pricingModel === 'free' ? 'free' : `${from}${formatMoney(price, currency)}`
  return (
    <figure
      aria-label="Preview of the link"
      className="grid grid-cols-[104px_minmax(0,1fr)] overflow-hidden rounded-md border border-line md:grid-cols-1 md:grid-rows-[minmax(160px,1fr)_auto] md:shadow-md"
    >
      <ContentCover
        pond={pond}
        image={previewImage}
        focus={previewFocus}
        sizes="(min-width: 48rem) 280px, 104px"
        className="aspect-auto size-full min-h-24 rounded-none"
      />
      <figcaption className="grid min-w-0 content-center gap-0.5 bg-paper px-4 py-3">
        <span className="truncate text-ink-faint text-sm">{new URL(url).host}</span>
        <b className="wrap-anywhere line-clamp-2 font-[650] font-display text-lg leading-tight">{title}</b>
        <span className="truncate text-ink-soft">{`By ${creatorName}, ${priceText}`}</span>
      </figcaption>
    </figure>
  )
}

function shareTargets({ url, title }: { url: string; title: string }) {
  const titleAndLink = encodeURIComponent(`${title} ${url}`)
  const [link, name] = [encodeURIComponent(url), encodeURIComponent(title)]
  return [
    { name: 'Messages', href: `sms:?&body=${titleAndLink}` },
    { name: 'WhatsApp', href: `https://wa.me/?text=${titleAndLink}` },
    { name: 'Email', href: `mailto:?subject=${name}&body=${link}` },
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${link}` },
    { name: 'X', href: `https://x.com/intent/post?text=${name}&url=${link}` },
  ]
}
