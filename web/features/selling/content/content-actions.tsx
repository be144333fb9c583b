import { Copy, Ellipsis, ExternalLink, Pencil } from 'lucide-react'
import { Suspense } from 'react'
import type { CreatorContent } from '../../../../contract/content.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { useApiQuery } from '../../../api/query.ts'
import { copyTipLink } from '../../../shared/copy-tip-link.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Menu, menuItemClass } from '../../../ui/menu.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { type ContentActionsProps, isPublic } from './row-actions.ts'

const ContentMenu = lazyComponent(async () => (await import('./content-menu.tsx')).ContentMenu)

/**
 * The actions of an item's row, all in one menu on a narrow screen. Drafts and items that are taken down have no page to
 * open and no link to share.
 */
export function ContentActions(props: ContentActionsProps) {
  const { item } = props
  const tipUrl = useTipUrl()
  return (
    <div className="col-start-3 row-start-1 flex justify-end lg:col-start-auto lg:row-start-auto lg:-mr-2">
      {isPublic(item) && (
        <>
          <Tooltip text="Copy tip link">
            <Button
              variant="tertiary"
              size="sm"
              padding="none"
              className="w-11 max-lg:hidden"
              aria-label={`Copy link to ${item.title}`}
              onClick={() => copyTipLink(tipUrl(item))}
            >
              <Copy aria-hidden />
            </Button>
          </Tooltip>
          <Tooltip text="Open tip page">
            <LinkButton
              variant="tertiary"
              size="sm"
              padding="none"
              className="w-11 max-lg:hidden"
              href={item.tipAddress}
              target="_blank"
              aria-label={`Open ${item.title}`}
            >
              <ExternalLink aria-hidden />
            </LinkButton>
          </Tooltip>
        </>
      )}
      <MoreMenu {...props} tipUrl={tipUrl(item)} />
    </div>
  )
}

/** Only the link to edit is there before the menu is opened; the code of the rest is loaded then. */
function MoreMenu({ item, tipUrl, ...actions }: ContentActionsProps & { tipUrl: string }) {
  const { id, title } = item
  return (
    <Menu label={`More for ${title}`} padding="none" className="w-11" button={<Ellipsis aria-hidden />}>
      {(wasOpened) => (
        <>
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
            <Suspense fallback={<Skeleton shape="block" className="m-1.5 h-40" />}>
              <ContentMenu item={item} tipUrl={tipUrl} {...actions} />
            </Suspense>
          )}
        </>
      )}
    </Menu>
  )
}

/** Returns a function for the tip link of an item, under the public URL of this site. */
export function useTipUrl(): (item: Pick<CreatorContent, 'tipAddress'>) => string {
  const publicUrl = useApiQuery(getInstance).data?.publicUrl
  return ({ tipAddress }) => (publicUrl ?? location.origin) + tipAddress
}
