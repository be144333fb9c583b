/** Safari shows notifications of sites on the Home Screen only. The links make such a site a window of its own. */
export function AddToHomeScreen() {
  return (
    <div className="grid gap-2">
      <link rel="manifest" href="/home-screen.webmanifest" />
      <link rel="apple-touch-icon" href="/icon-192.png" />
      <p>On an iPhone or iPad, notifications need this site on your Home Screen:</p>
      <ol className="m-0 grid list-decimal gap-1 pl-5 text-ink-soft">
        <li>Press Share in Safari, then Add to Home Screen.</li>
        <li>Open it from there, and sign in.</li>
        <li>Go to Settings, then Emails, and turn notifications on.</li>
      </ol>
    </div>
  )
}
