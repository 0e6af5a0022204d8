ALTER TABLE "credentials" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "recovery_asked_at" timestamp with time zone;