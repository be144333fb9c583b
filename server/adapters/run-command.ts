import { ConfigError } from '../config.ts'
import { messageWithoutValues } from '../db/logged-error.ts'

/** Runs a command's main function, whose result is the exit code. An error is printed as one sentence, and the code is 1. */
export function runCommand(main: (args: Array<string>) => Promise<number>): void {
  main(process.argv.slice(2)).then(
    (code) => process.exit(code),
    (error: unknown) => {
      console.error(error instanceof ConfigError ? error.message : messageWithoutValues(error))
      process.exit(1)
    },
  )
}
