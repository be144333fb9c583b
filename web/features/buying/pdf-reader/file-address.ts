/**
 * The address of a file of this site that a fragment names; undefined for any other address. The address is resolved
 * before it is compared, because dots in it lead out of a folder.
 */
export function fileAddress(fragment: string, page: string): string | undefined {
  const named = decoded(fragment.replace(/^#/, ''))
  const url = named === undefined ? null : URL.parse(named, page)
  if (url?.origin !== new URL(page).origin || !/^\/files\/./.test(url.pathname)) return undefined
  return url.href
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
