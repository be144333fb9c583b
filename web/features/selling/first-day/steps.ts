import type { CreatorContent } from '../../../../contract/content.ts'
import { site } from '../../../../contract/site.ts'

export type Step = {
  title: string
  text: string
  isDone: boolean
  /** The link to the step's page; absent while the step can't be done yet. */
  action?: { label: string; href: string }
  /** The item whose share sheet the action opens. */
  shareId?: number
}

type Progress = {
  hasName: boolean
  hasPhoto: boolean
  payoutEnabled: boolean
  items: ReadonlyArray<
    Pick<CreatorContent, 'id' | 'title' | 'status' | 'views' | 'review' | 'itemCount' | 'pricingModel'>
  >
}

/** The steps to the first sale, what sells first: four, or three where no one is paid. A link counts as shared once it has a view. */
export function firstSteps({ hasName, hasPhoto, payoutEnabled, items }: Progress): Array<Step> {
  const published = items.find(({ status }) => status === 'published')
  const draft = items.find(({ status }) => status === 'draft')
  return [
    itemStep(published, draft),
    {
      title: 'Share your link',
      text: 'Post it, text it or print its QR code. Done when someone opens it.',
      isDone: items.some(({ views }) => views > 0),
      ...(published && { action: { label: 'Share', href: '/' }, shareId: published.id }),
    },
    ...(site().isSolo ? [] : [payoutStep(payoutEnabled)]),
    profileStep(hasName, hasPhoto),
  ]
}

/** The step that is next: the first open one that can be done now. Undefined when all are done. */
export function currentStep(steps: ReadonlyArray<Step>): Step | undefined {
  return steps.find(({ isDone, action }) => !isDone && action) ?? steps.find(({ isDone }) => !isDone)
}

function payoutStep(isDone: boolean): Step {
  return {
    title: 'Choose how you get paid',
    text: 'PayPal, Wise, bank transfer, Zelle, Venmo or Cash App. You can sell before you do this.',
    isDone,
    action: { label: isDone ? 'Edit' : 'Choose', href: '/settings/payouts' },
  }
}

function profileStep(hasName: boolean, hasPhoto: boolean): Step {
  const isDone = hasName && hasPhoto
  return {
    title: 'Your name and photo',
    text: 'Fans see them beside everything you publish.',
    isDone,
    action: {
      label: isDone ? 'Edit' : hasName ? 'Add a photo' : 'Add your name',
      href: '/settings/profile',
    },
  }
}

type Item = Progress['items'][number] | undefined

function itemStep(published: Item, draft: Item): Step {
  const title = 'Publish your first item'
  const verb = published?.pricingModel === 'free' ? 'get' : 'buy'
  if (published) return { title, text: `“${published.title}” is ready to ${verb}.`, isDone: true }
  if (draft?.review?.state === 'pending')
    return { title, text: `“${draft.title}” is in review. You’ll get an email.`, isDone: false }
  if (draft)
    return {
      title,
      text: `Your draft “${draft.title}” isn’t published yet.`,
      isDone: false,
      action: {
        label: 'Finish your draft',
        href: draft.itemCount === null ? `/edit/${draft.id}` : `/bundles/${draft.id}`,
      },
    }
  return {
    title,
    text: 'A file, a link or a text. It can be small.',
    isDone: false,
    action: { label: 'Upload New Content', href: '/upload' },
  }
}
