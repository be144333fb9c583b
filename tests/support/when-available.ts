/** Repeats a call that is answered 503: on a busy machine it may wait too long for a connection. */
export async function whenAvailable<A extends { status: number }>(act: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await act()
    if (answer.status !== 503) return answer
  }
}
