CREATE TABLE "release_history" (
	"seq" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"team" text NOT NULL,
	"token" text NOT NULL,
	"operation" json NOT NULL,
	"state" json NOT NULL,
	"request_key" text
);
--> statement-breakpoint
CREATE INDEX "release_history_time" ON "release_history" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "release_history_request" ON "release_history" USING btree ("request_key");--> statement-breakpoint
-- No statement changes or removes an entry.
CREATE FUNCTION "refuse_release_history_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'release_history is append-only';
END
$$;--> statement-breakpoint
CREATE TRIGGER "release_history_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "release_history"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_release_history_change"();--> statement-breakpoint
ALTER TABLE "staff_credentials" ADD COLUMN "team" text;--> statement-breakpoint
DROP TABLE "release_log" CASCADE;--> statement-breakpoint
DROP FUNCTION "refuse_release_log_change"();--> statement-breakpoint
-- What follows was of environments of the log.
DELETE FROM "release_copies";--> statement-breakpoint
ALTER TABLE "release_copies" DROP CONSTRAINT "release_copies_environment_key_part_version_pk";--> statement-breakpoint
ALTER TABLE "release_copies" DROP COLUMN "environment";--> statement-breakpoint
ALTER TABLE "release_copies" ADD CONSTRAINT "release_copies_key_part_version_pk" PRIMARY KEY("key","part","version");--> statement-breakpoint
DELETE FROM "release_figures";--> statement-breakpoint
ALTER TABLE "release_figures" DROP CONSTRAINT "release_figures_pk";--> statement-breakpoint
ALTER TABLE "release_figures" DROP COLUMN "environment";--> statement-breakpoint
ALTER TABLE "release_figures" ADD CONSTRAINT "release_figures_pk" PRIMARY KEY("minute","part","version","cohort","stage","code");--> statement-breakpoint
UPDATE "schema_floor" SET "when" = 1795898613614;
