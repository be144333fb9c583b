import { PackageOpen } from 'lucide-react'
import { LinkButton } from './link-button.tsx'
import { PageNotice } from './page-notice.tsx'

/** An item that nobody can open. `bought` asks those who paid whether they did: the link in their e-mail still works. */
export function MissingContent({ bought }: { bought: string }) {
  return (
    <PageNotice
      icon={<PackageOpen aria-hidden />}
      title="Content Not Found"
      text={`It may have been taken down by its creator, or the link is not whole. ${bought} The link in your e-mail still works.`}
      actions={
        <>
          <LinkButton href="/">Go to the start page</LinkButton>
          <LinkButton variant="ghost" href="/lost-link">
            Lost your link?
          </LinkButton>
        </>
      }
    />
  )
}
