/** Why a form gave nothing. The form shows it too, because a toast may disappear before it is read. */
export function FormNotice({ children }: { children: string | undefined }) {
  return (
    <p role="status" className="rounded-md bg-warn-soft px-4 py-3 font-semibold text-warn empty:hidden">
      {children}
    </p>
  )
}
