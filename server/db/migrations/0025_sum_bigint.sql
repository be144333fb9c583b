-- The sum of bigint values as a bigint. PostgreSQL's own sum returns numeric, which takes most of the time where each of many
-- groups has few rows. A sum out of range is an error.
CREATE AGGREGATE sum_bigint(bigint) (SFUNC = int8pl, STYPE = bigint, COMBINEFUNC = int8pl, PARALLEL = SAFE);
