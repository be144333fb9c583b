import { runCommand } from '../adapters/run-command.ts'
import { runDoctor } from './run.ts'

runCommand((args) => runDoctor({ args, print: (text) => console.log(text) }))
