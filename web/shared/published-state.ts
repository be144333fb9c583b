/** The state of a history entry: the dashboard shows the share sheet of this item. */
export function publishedState(id: number) {
  return { publishedId: id }
}

/** The id of the published item in a history state; undefined in any other state. */
export function publishedIdIn(state: unknown): number | undefined {
  const { publishedId } = Object(state)
  return typeof publishedId === 'number' ? publishedId : undefined
}

/** The key of the toast about the published item. Closing the share sheet adds an action to this toast. */
export function publishedToastKey(id: number): string {
  return `published/${id}`
}
