/** Replaces a page that cannot be shown. */
export function ReaderMessage({ children }: { children: string }) {
  return (
    <p role="status" className="grid min-h-40 flex-1 place-items-center p-6 text-center text-ink-soft">
      {children}
    </p>
  )
}
