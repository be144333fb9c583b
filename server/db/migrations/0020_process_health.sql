CREATE TABLE "health_samples" (
	"taken_at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"request_count" integer DEFAULT 0 NOT NULL,
	"error_count" integer DEFAULT 0 NOT NULL,
	"slow_count" integer DEFAULT 0 NOT NULL,
	"waiting_count" integer DEFAULT 0 NOT NULL,
	"oldest_wait_seconds" integer DEFAULT 0 NOT NULL,
	"database_bytes" bigint,
	"stored_bytes" bigint,
	"free_bytes" bigint
);
--> statement-breakpoint
CREATE TABLE "process_heartbeats" (
	"id" text PRIMARY KEY NOT NULL,
	"hostname" text NOT NULL,
	"pid" integer NOT NULL,
	"role" text NOT NULL,
	"version" text NOT NULL,
	"node_version" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"resident_bytes" bigint NOT NULL,
	"event_loop_delay_ms" integer NOT NULL,
	CONSTRAINT "process_heartbeats_role_valid" CHECK ("role" in ('all', 'web', 'worker'))
);
