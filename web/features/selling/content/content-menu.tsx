import { ChartNoAxesColumn, Copy, ExternalLink, Eye, EyeOff, Share2, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { type CreatorContent, listContent } from '../../../../contract/content.ts'
import { setContentStatus } from '../../../../contract/content-editing.ts'
import { isUnauthorized } from '../../../api/client.ts'
import { useApiMutation, useInvalidateQueries } from '../../../api/query.ts'
import { inReview } from '../../../shared/content-notices.tsx'
import { copyTipLink } from '../../../shared/copy-tip-link.ts'
import { handleSessionExpired } from '../../../shared/session-expired.ts'
import { menuItemClass } from '../../../ui/menu.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'
import { type ContentActionsProps, isPublic } from './row-actions.ts'

/** What the menu of an item has beside the link to edit it. On a narrow screen that is also what is beside the menu elsewhere. */
export function ContentMenu({
  item,
  onDelete,
  onShare,
  details,
  tipUrl,
}: ContentActionsProps & { tipUrl: string }) {
  const { title, status, takedownReason } = item
  const publish = usePublishToggle(item)
  return (
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
        <>
          <MenuButton aria-label={`Share ${title}`} onClick={() => onShare(item)}>
            <Share2 aria-hidden />
            Share
          </MenuButton>
          <MenuButton
            className={`${menuItemClass} lg:hidden`}
            aria-label={`Copy link to ${title}`}
            onClick={() => copyTipLink(tipUrl)}
          >
            <Copy aria-hidden />
            Copy link
          </MenuButton>
          <TextLink
            unstyled
            className={`${menuItemClass} lg:hidden`}
            href={item.tipAddress}
            target="_blank"
            aria-label={`Open ${title}`}
          >
            <ExternalLink aria-hidden />
            Open
          </TextLink>
        </>
      )}
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
  )
}

function MenuButton(props: ComponentProps<'button'>) {
  return <button type="button" className={menuItemClass} {...props} />
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
