import {
  ChartNoAxesColumn,
  Copy,
  Ellipsis,
  ExternalLink,
  Eye,
  EyeOff,
  Pencil,
  Share2,
  Trash2,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { type CreatorContent, listContent } from '../../../../contract/content.ts'
import { setContentStatus } from '../../../../contract/content-editing.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { isUnauthorized } from '../../../api/client.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../../api/query.ts'
import { inReview } from '../../../shared/content-notices.tsx'
import { copyTipLink } from '../../../shared/copy-tip-link.ts'
import { handleSessionExpired } from '../../../shared/session-expired.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Menu, menuItemClass } from '../../../ui/menu.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'

type ContentActionsProps = {
  item: CreatorContent
  onDelete: (item: CreatorContent) => void
  onShare: (item: CreatorContent) => void
  details: { id: string; isOpen: boolean; onToggle: () => void }
}

/** The actions of an item's row. Drafts and items that are taken down have no page to open and no link to share. */
export function ContentActions(props: ContentActionsProps) {
  const { item } = props
  const tipUrl = useTipUrl()
  return (
    <div className="-ml-2.5 col-span-2 flex flex-wrap sm:col-span-1 sm:col-start-2 lg:col-start-auto lg:ml-0 lg:-mr-2 lg:w-[132px] lg:flex-nowrap lg:justify-end">
      {isPublic(item) && (
        <>
          <Tooltip text="Copy tip link">
            <Button
              variant="tertiary"
              size="sm"
              padding="none"
              className="px-2.5 lg:w-11"
              aria-label={`Copy link to ${item.title}`}
              onClick={() => copyTipLink(tipUrl(item.id))}
            >
              <Copy aria-hidden />
              <span className="lg:sr-only">Copy</span>
            </Button>
          </Tooltip>
          <Tooltip text="Open tip page">
            <LinkButton
              variant="tertiary"
              size="sm"
              padding="none"
              className="px-2.5 lg:w-11"
              href={`/p/${item.id}`}
              target="_blank"
              aria-label={`Open ${item.title}`}
            >
              <ExternalLink aria-hidden />
              <span className="lg:sr-only">Open</span>
            </LinkButton>
          </Tooltip>
        </>
      )}
      <MoreMenu {...props} />
    </div>
  )
}

function MoreMenu({ item, onDelete, onShare, details }: ContentActionsProps) {
  const { id, title, status, takedownReason } = item
  const publish = usePublishToggle(item)
  return (
    <Menu
      label={`More for ${title}`}
      padding="none"
      className="px-2.5 lg:w-11"
      button={
        <>
          <Ellipsis aria-hidden />
          <span className="lg:sr-only">More</span>
        </>
      }
    >
      {(wasOpened) => (
        <>
          {wasOpened && (
            <>
              <MenuButton
                aria-label={`Stats for ${title}`}
                aria-expanded={details.isOpen}
                aria-controls={details.isOpen ? details.id : undefined}
                onClick={details.onToggle}
              >
                <ChartNoAxesColumn aria-hidden />
                {details.isOpen ? 'Hide stats' : 'Stats'}
              </MenuButton>
              {isPublic(item) && (
                <MenuButton aria-label={`Share ${title}`} onClick={() => onShare(item)}>
                  <Share2 aria-hidden />
                  Share
                </MenuButton>
              )}
            </>
          )}
          <TextLink
            unstyled
            className={menuItemClass}
            href={item.itemCount === null ? `/edit/${id}` : `/bundles/${id}`}
            aria-label={`Edit ${title}`}
          >
            <Pencil aria-hidden />
            Edit
          </TextLink>
          {wasOpened && (
            <>
              {!takedownReason && (
                <MenuButton
                  aria-label={`${publish.label} ${title}`}
                  disabled={publish.isPending}
                  onClick={publish.toggle}
                >
                  {status === 'draft' ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
                  {publish.label}
                </MenuButton>
              )}
              <MenuButton aria-label={`Delete ${title}`} onClick={() => onDelete(item)}>
                <Trash2 aria-hidden />
                Delete
              </MenuButton>
            </>
          )}
        </>
      )}
    </Menu>
  )
}

function MenuButton(props: ComponentProps<'button'>) {
  return <button type="button" className={menuItemClass} {...props} />
}

function isPublic({ status, takedownReason }: CreatorContent): boolean {
  return status === 'published' && !takedownReason
}

export function usePublishToggle({ id, title, status }: CreatorContent) {
  const refresh = useInvalidateQueries()
  const send = useApiMutation(setContentStatus, {
    whenSignedOut: 'fail',
    onSuccess: async ({ status, review }) => {
      const description =
        status === 'draft' ? `${title} no longer has a public page` : `${title} is available to buy`
      const done = { title: status === 'draft' ? 'Unpublished' : 'Published', description }
      toast({ ...(review ? inReview : done), tone: 'success' })
      await refresh(listContent)
    },
    onError: (error) => {
      if (isUnauthorized(error)) return handleSessionExpired()
      toast({ title: 'Error', description: error.userMessage, tone: 'destructive' })
    },
  })
  const next = status === 'draft' ? 'published' : 'draft'
  return {
    label: status === 'draft' ? 'Publish' : 'Unpublish',
    isPending: send.isPending,
    toggle: () => send.mutate({ params: { id }, body: { status: next } }),
  } as const
}

/** Returns a function for the tip link of an item, under the public URL of this site. */
export function useTipUrl(): (id: number) => string {
  const publicUrl = useApiQuery(getInstance).data?.publicUrl
  return (id) => `${publicUrl ?? location.origin}/p/${id}`
}
