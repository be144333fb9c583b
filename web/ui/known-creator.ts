/**
 * Whether somebody who sells has signed in on this device. No proof of anything: it only spares everybody else's tip pages
 * the question whose item it is.
 */
const key = 'sells-here'

export function noteCreator(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Without storage the dashboard still leads to a test purchase.
  }
}

export function maySell(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}
