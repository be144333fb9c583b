import { networkError, pageAccountHeader, responseError } from './client.ts'
import { withSignIn } from './reauthentication.ts'

/**
 * Downloads a file of the API. A refusal is learned from the response's head before the browser starts, so that it can
 * ask for a sign-in on this page. Throws ApiError.
 */
export async function downloadFile(path: string): Promise<void> {
  await withSignIn(async () => {
    const controller = new AbortController()
    const response = await fetch(path, { headers: pageAccountHeader(), signal: controller.signal }).catch(
      () => {
        throw networkError()
      },
    )
    if (!response.ok) throw responseError(response.status, response.statusText, await response.text())
    controller.abort()
  })
  location.assign(path)
}
