ALTER TABLE "passports" ADD COLUMN "renews" uuid;--> statement-breakpoint
ALTER TABLE "passports" ADD CONSTRAINT "passports_renews_passports_id_fk" FOREIGN KEY ("renews") REFERENCES "public"."passports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passports_renewals" ON "passports" USING btree ("renews");