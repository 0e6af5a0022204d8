CREATE TABLE "release_log" (
	"environment" text NOT NULL,
	"seq" integer NOT NULL,
	"jws" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "release_log_environment_seq_pk" PRIMARY KEY("environment","seq")
);
--> statement-breakpoint
CREATE INDEX "release_log_time" ON "release_log" USING btree ("environment","at");--> statement-breakpoint
-- The log is append-only: no statement changes or removes an entry.
CREATE FUNCTION "refuse_release_log_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'release_log is append-only';
END
$$;--> statement-breakpoint
CREATE TRIGGER "release_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "release_log"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_release_log_change"();
