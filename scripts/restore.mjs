import { runTool } from './run-tool.mjs'

/** Restores a backup into an empty instance: `npm run restore -- FILE`. */
runTool('restore')
