/** The heading and explanation of a step. */
export function StepHeader({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid gap-2">
      <h1 className="text-2xl">{title}</h1>
      <p className="wrap-anywhere text-ink-soft">{text}</p>
    </div>
  )
}
