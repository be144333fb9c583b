import { runTool } from './run-tool.mjs'

/** Backs up the instance: `npm run backup -- FILE`. */
runTool('backup')
