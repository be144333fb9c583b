import { getPreviewImage } from '../../../contract/preview-image.ts'
import { guaranteeText } from '../../../contract/refund-guarantee.ts'
import { buildUrl } from '../../../contract/route.ts'
import { formatLongDate } from '../../../domain/dates.ts'
import { formatMoney } from '../../../domain/price.ts'
import type { Config } from '../../config.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import type { ContentRow } from '../content/repository.ts'
import type { EmailImage } from '../mail/email-document.tsx'
import { buyerFooter } from '../mail/footer.ts'
import { collapseWhitespace, renderEmailLayout } from '../mail/layout.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'

type AccessEmail = { to: string; row: ContentRow; bought: PurchaseWithGrant; url: string }

/** The email with the access link. Its sender's name is the creator's, so that the buyer recognizes it. */
export function purchaseAccessEmail(
  config: Config,
  { to, row, bought: { purchase }, url }: AccessEmail,
): EmailMessage {
  const title = collapseWhitespace(row.content.title)
  const creator = collapseWhitespace(row.creator.firstName ?? '').trim()
  const price = formatMoney(purchase.amount, purchase.currency)
  const { short, detail } = guaranteeText(config.refundPolicy)
  return {
    to,
    subject: `Your access to ${title}`,
    ...(creator && { senderName: `${creator} via Tipdrop` }),
    ...renderEmailLayout({
      title: 'Thank you. It’s yours to keep.',
      cover: emailCover(config, row),
      lines: [
        creator ? `${title} by ${creator}` : title,
        `Order ${purchase.orderNumber} · ${price} · ${formatLongDate(purchase.paidAt, 'short')}`,
      ],
      button: { label: 'Open your purchase', url },
      links: [
        { label: 'Receipt', url: `${url}/receipt` },
        { label: 'Request a refund', url: `${url}/refund` },
      ],
      closingLines: [
        'Keep this email. Your link works on any device and doesn’t expire.',
        `${short}. ${detail}`,
      ],
      footer: buyerFooter(config),
    }),
  }
}

/** The preview image in a format that every email client shows. */
export function emailCover({ publicUrl }: Config, { content }: ContentRow): EmailImage | undefined {
  if (!content.previewImageKey) return undefined
  const path = buildUrl(getPreviewImage, {
    params: { id: content.id },
    query: { v: content.previewImageKey.split('/').at(-1), w: '1280', as: 'jpeg' },
  })
  return { url: `${publicUrl}${path}`, alt: content.title }
}
