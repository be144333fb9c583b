/** The database lacks migrations of this version. */
export class SchemaVersionError extends Error {
  override name = 'SchemaVersionError'
}
