CREATE TABLE "password_attempts" (
	"subject" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "password_attempts_last" ON "password_attempts" USING btree ("last_at");--> statement-breakpoint
ALTER TABLE "credentials" DROP COLUMN "failed_attempts";--> statement-breakpoint
ALTER TABLE "credentials" DROP COLUMN "locked_until";