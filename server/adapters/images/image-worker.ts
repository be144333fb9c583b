/** The entry of the process that decodes and encodes images, a separate file of the build. */
import { serveTask } from '../tasks/serve-task.ts'
import { encodeImage } from './encode-image.ts'

serveTask(encodeImage)
