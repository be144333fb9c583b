import { runTool } from './run-tool.mjs'

/** Moves the database or the files of an instance: `npm run move -- --database URL`. */
runTool('move')
