/** The state of a history entry: the dashboard shows the share sheet of this item. */
export function publishedState(id: number) {
  return { publishedId: id }
}

export function publishedIdIn(state: unknown): number | undefined {
  const { publishedId } = Object(state)
  return typeof publishedId === 'number' ? publishedId : undefined
}

/** The key of the toast that says so, to which the closed sheet adds an action. */
export function publishedToastKey(id: number): string {
  return `published/${id}`
}
