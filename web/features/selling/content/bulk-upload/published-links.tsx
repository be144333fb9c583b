import { Check, Copy } from 'lucide-react'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { copyToClipboard } from '../../../../ui/copy-to-clipboard.ts'
import { TextLink } from '../../../../ui/text-link.tsx'
import { toast } from '../../../../ui/toast.ts'
import type { BulkFile, CreatedContent } from './bulk-queue.ts'

export function PublishedLinks({ row: { content, title, name } }: { row: BulkFile }) {
  if (!content) return null
  if (content.status === 'draft')
    return (
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone="plain">{content.review ? 'In review' : 'Draft'}</Badge>
        <TextLink href={`/edit/${content.id}`} target="_blank" aria-label={`Edit ${title}`}>
          Edit
        </TextLink>
      </p>
    )
  const url = tipUrl(content)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge>
        <Check aria-hidden className="size-4" />
        Published
      </Badge>
      <TextLink href={url} target="_blank" className="wrap-anywhere">
        {url.replace(/^https?:\/\//, '')}
      </TextLink>
      <Button
        variant="tertiary"
        size="sm"
        className="-ml-3"
        aria-label={`Copy link to ${name}`}
        onClick={() => copyWithToast(url)}
      >
        <Copy aria-hidden />
        Copy link
      </Button>
    </p>
  )
}

/** Copies the tip links of all published files, one line each with its title. */
export async function copyAllTipLinks(rows: ReadonlyArray<BulkFile>): Promise<void> {
  const published = rows.filter(({ content }) => content?.status === 'published')
  await copyWithToast(
    published.flatMap(({ title, content }) => (content ? [`${title}: ${tipUrl(content)}`] : [])).join('\n'),
    'Tip links',
  )
}

function tipUrl({ tipAddress }: CreatedContent): string {
  return location.origin + tipAddress
}

async function copyWithToast(text: string, what = 'Tip link'): Promise<void> {
  if (await copyToClipboard(text))
    return toast({
      title: what === 'Tip link' ? 'Link copied!' : 'Links copied!',
      description: `${what} copied to clipboard`,
      tone: 'success',
    })
  toast({
    title: 'Copy Failed',
    description: 'Your browser blocked copying. Select the link and copy it manually.',
    tone: 'destructive',
  })
}
