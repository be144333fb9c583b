/** Why a file can't be loaded: access ended, it was removed, the connection is lost, or the server can't send it now. */
export type FileProblem = 'ended' | 'removed' | 'offline' | 'busy'

/** Asks for a file by its permanent address. Undefined when it can be sent. Transfers no bytes. */
export async function findFileProblem(href: string): Promise<FileProblem | undefined> {
  const answer = await fetch(href, { method: 'HEAD', credentials: 'include' }).catch(() => undefined)
  if (!answer) return 'offline'
  const { status } = answer
  if (status < 400) return undefined
  if (status === 403) return 'ended'
  return status === 404 || status === 410 ? 'removed' : 'busy'
}
