ALTER TABLE "change_undos" ADD COLUMN "transfer_id" uuid;--> statement-breakpoint
ALTER TABLE "oidc_sessions" ADD COLUMN "browser_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passport_transfers" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passport_transfers" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "passport_transfers" ADD COLUMN "before_photo_id" uuid;--> statement-breakpoint
ALTER TABLE "passport_transfers" ADD COLUMN "undone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "change_undos" ADD CONSTRAINT "change_undos_transfer_id_passport_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."passport_transfers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_transfers" ADD CONSTRAINT "passport_transfers_before_photo_id_passport_photos_id_fk" FOREIGN KEY ("before_photo_id") REFERENCES "public"."passport_photos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passport_transfers_of_sender" ON "passport_transfers" USING btree ("sender_id");--> statement-breakpoint
CREATE INDEX "passport_transfers_photo" ON "passport_transfers" USING btree ("before_photo_id");