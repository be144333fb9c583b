/**
 * Runs one phase of a script and prints its progress: a line when it begins, one every ten seconds with the elapsed
 * time, and one when it is done.
 */
export async function phase(title, work, { everyMs = 10_000, print = console.log } = {}) {
  const began = performance.now()
  const elapsed = () => `${Math.round((performance.now() - began) / 1_000)} s`
  print(`${title} …`)
  const timer = setInterval(() => print(`${title} … ${elapsed()}`), everyMs)
  try {
    const result = await work()
    print(`${title}: done in ${elapsed()}.`)
    return result
  } finally {
    clearInterval(timer)
  }
}
