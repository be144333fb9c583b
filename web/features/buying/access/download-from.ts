import { toast } from '../../../ui/toast.ts'

/** The signed URL to which a file's permanent one leads now; undefined when it can't be sent. Transfers no bytes. */
export async function findFileUrl(href: string): Promise<string | undefined> {
  return fetch(href, { method: 'HEAD', credentials: 'include' }).then(
    ({ status, url }) => (status < 400 ? url : undefined),
    () => undefined,
  )
}

/** Starts a download. False when the file can't be sent: a toast says so, and the page stays. */
export async function downloadFrom(href: string): Promise<boolean> {
  if (await findFileUrl(href)) {
    location.assign(href)
    return true
  }
  const description = 'There was an error downloading your file.'
  toast({ title: 'Download Failed', description, tone: 'destructive' })
  return false
}
