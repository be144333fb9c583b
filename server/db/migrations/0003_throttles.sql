CREATE TABLE "throttles" (
	"key" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"hits" integer NOT NULL,
	CONSTRAINT "throttles_key_pk" PRIMARY KEY("key")
);
