ALTER TABLE "verification_codes" DROP CONSTRAINT "verification_codes_type_subject_pk";--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "request" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD CONSTRAINT "verification_codes_type_subject_request_pk" PRIMARY KEY("type","subject","request");--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "link_hash" text;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "link_expires_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "verification_codes_link" ON "verification_codes" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "verification_codes_expired" ON "verification_codes" USING btree ("expires_at");
