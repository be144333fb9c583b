/** The database lacks migrations of this version, or is from before 1.0. */
export class SchemaVersionError extends Error {
  override name = 'SchemaVersionError'
}

/** The message says what to do, in one sentence. */
export class FormerSchemaError extends SchemaVersionError {
  constructor() {
    super(
      `The data is from before version 1.0, which starts with an empty database: use it with the version that made it.`,
    )
  }
}
