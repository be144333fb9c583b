import { progressPrinter } from '../backup/progress.ts'

/** The steps of an upgrade in their order. `kept` is between the two renames of the switch. */
export const upgradeSteps = ['start', 'back-up', 'create', 'copy', 'verify', 'switch', 'kept'] as const
export type UpgradeStep = (typeof upgradeSteps)[number]

export type Reporter = {
  onStep(step: UpgradeStep, text?: string): void
  onProgress(text: string): void
  print(line: string): void
}

/** Prints a line for each step, and at most one in five seconds while it runs. */
export function upgradeReporter(
  print: (line: string) => void,
  onStep: (step: UpgradeStep) => void = () => undefined,
): Reporter {
  return {
    onStep(step, text) {
      if (text) print(`  ${text}`)
      onStep(step)
    },
    onProgress: progressPrinter((text) => print(`    ${text}`)),
    print,
  }
}
